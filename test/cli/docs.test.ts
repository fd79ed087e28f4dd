import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from 'commander'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { program } from '../../src/kit/cli/program.ts'
import { connect } from '../../src/kit/client/connect.ts'
import type { World } from '../../src/kit/client/world.ts'
import { createDouble, startServer, type RunningServer } from '../../src/index.ts'
import { runCommand, wideLines } from './run.ts'

/** The pages that show what commands print. */
const PAGES = ['docs/running.md', 'docs/scenarios.md', 'docs/debugging.md']
const read = (page: string): string => readFileSync(page, 'utf8')

/** The server URL that the pages assume. */
const SHOWN = 'http://127.0.0.1:4030'

const folder = mkdtempSync(join(tmpdir(), 'maildouble-page-'))
let server: RunningServer

beforeAll(async () => {
  const broken = /```yaml\n# (broken\/\S+)\n([\s\S]+?)```/.exec(read('docs/scenarios.md'))
  mkdirSync(join(folder, 'broken'))
  writeFileSync(join(folder, broken?.[1] ?? 'broken'), broken?.[2] ?? '')
  server = await startServer()
  await connect(server).worlds.create({ id: 'shop' }).then(callsOf)
  const double = await createDouble({ seed: 'docs' })
  const bundle = await connect(double).worlds.create({ id: 'earlier' }).then(callsOf)
  await double.stop()
  const steps = bundle.steps.map((step, i) => (i === 2 && step.step === 'request' ? { ...step, answer: OTHER } : step))
  writeFileSync(join(folder, 'bundle.json'), JSON.stringify(bundle))
  writeFileSync(join(folder, 'changed.json'), JSON.stringify({ ...bundle, steps }))
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

const OTHER = { status: 200, digest: '00000000' }

/** Subscribes an address twice and returns the bundle of it. */
async function callsOf(world: World) {
  const body = JSON.stringify({ email_address: 'ada@acme.test', status: 'subscribed' })
  await world.fetch('/lists')
  await world.fetch('/lists/aaaaaaaaaa/members', { method: 'POST', body })
  await world.fetch('/lists/aaaaaaaaaa/members', { method: 'POST', body })
  return world.bundle()
}

/** Runs an example in the folder of its files and returns the output that the page should show. */
async function printed(line: string): Promise<string> {
  const words = line.split(' ').map((word) => (FILES.has(word) ? join(folder, word) : word.replace(SHOWN, server.url)))
  const where =
    words[1] === 'new' ? ['--dir', join(folder, 'scenarios')] : TALKING.has(words[0] ?? '') ? ['--url', server.url] : []
  const { out, err } = await runCommand(...words, ...where)
  return (out + err)
    .replaceAll(`${folder}/`, '')
    .replaceAll(server.url, SHOWN)
    .replaceAll(INSTANT, 'since 2026-01-15 09:00:00 UTC')
}

const FILES: ReadonlySet<string> = new Set(['scenarios', 'broken', 'bundle.json', 'changed.json'])
const TALKING: ReadonlySet<string> = new Set(['report'])
const INSTANT = /since \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/g

/** A page as it should be. An example whose output ends in three dots shows as many lines as before. */
async function current(page: string): Promise<string> {
  let text = ''
  let end = 0
  for (const { 0: block, 1: line = '', 2: shown = '', index } of page.matchAll(
    /```console\n\$ maildouble (.+)\n([\s\S]*?)```/g,
  )) {
    const out = await printed(line)
    const lines = shown.endsWith('...\n')
      ? [...out.split('\n').slice(0, shown.split('\n').length - 2), '...', '']
      : out.split('\n')
    text += `${page.slice(end, index)}\`\`\`console\n$ maildouble ${line}\n${lines.join('\n')}\`\`\``
    end = index + block.length
  }
  return text + page.slice(end)
}

test.each(PAGES)('%s shows the real output of the commands; update it with -u', async (page) => {
  const text = await current(read(page))
  const blocks = [...text.matchAll(/```console\n([\s\S]*?)```/g)].map(({ 1: block = '' }) => block)
  expect(blocks.length).toBeGreaterThanOrEqual(1)
  // Lines with errors, keys and URLs may be longer.
  const checked = blocks.filter((block) => !block.startsWith('$ maildouble scenario check'))
  expect(wideLines(checked.join(''))).toEqual([])
  await expect(text).toMatchFileSnapshot(`../../${page}`)
})

/** The commands that help lists, without `help` itself. */
const listed = (command: Command): Command[] =>
  command
    .createHelp()
    .visibleCommands(command)
    .filter((each) => each.name() !== 'help')

test.each(listed(program()).map((command) => [command.name(), command] as const))(
  'docs/running.md names the command %s and what is below it, and --help describes each option',
  (name, command) => {
    const below = listed(command)
    const [row = ''] = read('docs/running.md').match(new RegExp(`^\\| .*\`${name}[ \`].*`, 'm')) ?? []
    expect(row).not.toBe('')
    expect(below.map((each) => each.name()).filter((each) => !row.includes(`${each}\``))).toEqual([])
    const options = [command, ...below].flatMap((each) => each.options)
    expect(options.filter(({ description }) => description === '').map(({ flags }) => flags)).toEqual([])
  },
)

/** What people read and copy, and what starts commands, in files and folders. Decisions also name what is gone. */
const TEXTS = ['README.md', 'SECURITY.md', 'action.yml', '.github', 'deploy', 'examples', 'kits', 'report']

/** The folders of packages, of what is built, and of tests. */
const LEFT_OUT = /[\\/](?:node_modules|vendor|build|dist|target|tests|generated|__pycache__|\.[^\\/]*)(?:[\\/]|$)/

function* textFiles(): Generator<string> {
  for (const name of readdirSync('docs')) if (name.endsWith('.md')) yield join('docs', name)
  for (const path of TEXTS) {
    if (statSync(path).isFile()) yield path
    else
      for (const entry of readdirSync(path, { recursive: true, withFileTypes: true })) {
        const file = join(entry.parentPath, entry.name)
        if (entry.isFile() && !LEFT_OUT.test(file)) yield file
      }
  }
}

/** A command with its options, as texts write it, or as kits pass it on: `"report", "--url"`. */
const USE = /(?:(?:npx |`|\$ |^ +|run: )maildouble |["'](?=[a-z]+["'], ["']--))([a-z][^\n`|;&#>]*)/gm

/** The command of a use, and those of its options that the command does not have. */
function wrongOptionsIn(use: string): string | undefined {
  const [name = '', second = '', ...rest] = (use.split(' -- ')[0] ?? '').split(/[\s"',()]+/)
  const command = program().commands.find((each) => each.name() === name)
  if (!command) return name
  const known = [command, ...command.commands.filter((each) => each.name() === second)].flatMap(({ options }) => options)
  const names = new Set([...known.map(({ long }) => long), '--help'])
  const wrong = [second, ...rest].filter((word) => word.startsWith('--') && !names.has(word.split('=')[0] ?? ''))
  return wrong.length === 0 ? undefined : `${name} ${wrong.join(' ')}`
}

test('texts, examples and kits use commands and options that exist', () => {
  const uses = [...textFiles()].flatMap((file) => [...read(file).matchAll(USE)].map(([, use = '']) => ({ file, use })))
  expect(uses.length).toBeGreaterThan(70)
  const wrong = uses.map(({ file, use }) => ({ file, wrong: wrongOptionsIn(use) }))
  expect(wrong.filter((each) => each.wrong !== undefined)).toEqual([])
})
