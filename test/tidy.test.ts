import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { tableNames } from '../src/service/model/tables.ts'
import { keysPage } from '../build/keys-page.mjs'
import { FLOORS } from '../build/layers.mjs'
import { llmsFiles, llmsText } from '../build/llms.mjs'
import { handlersIn, testsIn } from '../build/sources.mjs'
import { scenarioContract } from '../build/scenario.mjs'
import { operationsOf } from '../build/spec.mjs'
import { DEADLINE_MS } from './deadline.ts'
import { documents } from '../src/kernel/contract/documents.ts'

const control = await documents.control()
const publicContract = await documents.public()
const service = await documents.service()

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter((file) => file.endsWith('.ts') && !file.includes('generated'))
}

const sources = filesBelow('src').map((file) => ({ file, text: readFileSync(file, 'utf8') }))

describe('the source', () => {
  test('the source has no file that no other file imports', () => {
    const imported = new Set(
      sources.flatMap(({ file, text }) =>
        [...text.matchAll(/from '(\.[^']+)'/g), ...text.matchAll(/import\('(\.[^']+)'/g)].map(([, path]) =>
          resolve(dirname(file), path ?? ''),
        ),
      ),
    )
    const entries = ['src/index.ts', 'src/kit/cli/main.ts']
    const outside = filesBelow('build')
      .concat(
        readdirSync('build')
          .filter((file) => file.endsWith('.mjs'))
          .map((file) => join('build', file)),
        filesBelow('test'),
      )
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n')
    const dead = sources.filter(({ file }) => !entries.includes(file) && !imported.has(resolve(file)) && !outside.includes(file))
    expect(dead.map(({ file }) => file)).toEqual([])
  })

  test('names no helper, utility or manager', () => {
    expect(
      sources
        .filter(({ file }) => /helpers?|utils?|common|misc|manager|base\b/.test(file.replace('src/', '')))
        .map(({ file }) => file),
    ).toEqual([])
  })

  test('src/service/model/tables.ts lists every table', () => {
    const defined = sources.flatMap(({ text }) =>
      [...text.matchAll(/^export const \w+ = defineTable<\w+>\(\)\('(\w+)'/gm)].map(([, name]) => name),
    )
    expect(tableNames).toEqual(defined.toSorted())
  })
})

/** Where real time is read although nothing that passes or fails depends on how fast the machine is, and why. */
const READS_TIME: Readonly<Record<string, string>> = {
  '.ci/examples': 'prints how long a suite took',
  'examples/in-practice/src/right/errors.ts': 'reads a Retry-After that is a date',
  'test/control/clock/clock-jobs.test.ts': 'a clock in real time stands between the time before and the time after',
  'test/control/clock/clock.test.ts': 'a clock runs no longer than the time that it had',
  'test/crash/driver.ts': 'kills as often as there is time for',
  'test/crash/killing.ts': 'prints how long it took',
  'test/crash/season.ts': 'waits until the deadline',
  'test/persistence/failing-store.ts': 'a timer is never early',
  'test/persistence/persister-restarts.test.ts': 'waits until a clock has run',
  'test/intercept/faults.thorough.test.ts': 'finds out whether it was held up itself',
  'test/resources/batches-clock.test.ts': 'lets time pass in which nothing else runs',
  'test/testing/project.ts': 'removes what old runs have left',
}

/** Places where a test is about a short limit, or where the limit does not affect the test, each with the reason. */
const LIMITS: Readonly<Record<string, string>> = {
  'test/client/verify.test.ts': 'the text of a report',
  'test/crash/season.ts': 'the setting of a world: an attempt that times out is repeated',
  'test/crash/together.system.test.ts': 'the timeout of webhooks, as the processes have it from their environment',
  'test/intercept/faults.thorough.test.ts': 'clients give up, and are told so',
  'test/server/transports.test.ts': 'a client gives up a call that hangs',
  'test/persistence/valkey/address.system.test.ts': 'a parameter that is refused',
  'test/outbound/in-process-receivers.test.ts': 'a function that never answers, whose time has to run out',
  'test/testing/failures.system.test.ts': 'a test that hangs reaches its limit',
  'test/testing/stories.system.test.ts': 'a test that hangs reaches its limit',
}

/** How a file says for how long something may take, in milliseconds, seconds, or as a duration. */
const LIMIT =
  /\btimeout(?:: |=)([\d_]+)|^\s*\}, ([\d_]{4,})\)$|\bAbortSignal\.timeout\(([\d_]+)|(?:--max-time|-m) (\d+)|\b(?:wait|within|max_wait)(?:=|: )'?(P?[\w.]+)|\bseq (\d+)/gm

/** A limit this short is there to run out. */
const RUNS_OUT_MS = 250

describe('the tests', () => {
  const files = ['test', 'examples', '.ci'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(?:[cm]?[jt]s|sh|py|go)$|^[a-z]+$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((file) => !file.includes('node_modules') && file !== join('test', 'tidy.test.ts')),
  )
  const texts = files.map((file) => ({ file, text: readFileSync(file, 'utf8') }))

  const tests = filesBelow('test')
  const textOf = new Map(tests.map((file) => [file, readFileSync(file, 'utf8')]))

  /** Whether a file starts processes or browsers, itself or through a file that it imports. */
  function startsProcesses(file: string, seen = new Set<string>()): boolean {
    const text = textOf.get(file)
    if (text === undefined || seen.has(file)) return false
    seen.add(file)
    if (/from '(?:node:child_process|playwright-core)'/.test(text)) return true
    const imported = [...text.matchAll(/^(?!import type).*(?:from |import\()'(\.[^']+)'/gm)]
    return imported.some(([, path = '']) => startsProcesses(join(dirname(file), path), seen))
  }

  test('are all run by `npm run test:all`, and `npm test` leaves out the thorough and the system tests only', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly scripts: Record<string, string> }
    const withoutPreparing = (script = '') => script.replace(/^npm run --silent (?:generate|bundle) && /, '')
    expect(withoutPreparing(scripts['test'])).toBe(
      `${withoutPreparing(scripts['test:all'])} --exclude 'test/**/*.{system,thorough}.test.ts'`,
    )
    const kinds = new Set(tests.flatMap((file) => /\.(?:(\w+)\.)?test\.ts$/.exec(file)?.[1] ?? []))
    expect([...kinds].toSorted()).toEqual(['system', 'thorough'])
  })

  test('start processes and browsers in *.system.test.ts only, which `npm test` leaves out', () => {
    const quick = tests.filter((file) => file.endsWith('.test.ts') && !file.endsWith('.system.test.ts'))
    expect(quick.filter((file) => startsProcesses(file))).toEqual([])
  })

  test('assert nothing about elapsed time, so that none fails because its machine is slow', () => {
    const reading = texts.filter(({ text }) =>
      /\bperformance\.now\(|\bDate\.now\(|\bhrtime\b|\bdate \+%s|\btime\.(?:time|monotonic)\(/.test(text),
    )
    expect(reading.map(({ file }) => file).toSorted()).toEqual(Object.keys(READS_TIME).toSorted())
  })

  test('limit nothing to less than two minutes, so that none fails because its machine is slow', () => {
    const short = texts.flatMap(({ file, text }) =>
      [...text.matchAll(LIMIT)]
        .filter((found) => found.slice(1).some((limit) => limit !== undefined && isShort(limit, found[0])))
        .map(([found]) => [file, found.trim()]),
    )
    expect(short.filter(([file = '']) => !(file in LIMITS))).toEqual([])
    expect(Object.keys(LIMITS).filter((file) => short.every(([other]) => other !== file))).toEqual([])
  })
})

const REPOSITORY = 'https://github.com/maildouble/maildouble/blob/main/'

/** The links of a page to files of the repository. */
function linksOf(page: string): { readonly file: string; readonly heading: string; readonly isAbsolute: boolean }[] {
  return [...readFileSync(page, 'utf8').matchAll(/\]\(([^)#]*)#?([^)]*)\)/g)].flatMap(([, target = '', heading = '']) => {
    const isAbsolute = target.startsWith(REPOSITORY)
    if (isAbsolute) return { file: target.slice(REPOSITORY.length), heading, isAbsolute }
    return /^https?:/.test(target) ? [] : { file: target === '' ? page : join(dirname(page), target), heading, isAbsolute }
  })
}

/** Whether a file exists and, if it is a page, has a heading or an anchor of that name. */
function leadsTo(file: string, heading: string): boolean {
  if (!existsSync(file)) return false
  if (heading === '' || !file.endsWith('.md')) return true
  const text = readFileSync(file, 'utf8')
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => slug(title))
  return headings.includes(heading) || text.includes(`id="${heading}"`)
}

/** The anchor of a heading, as GitHub makes it. */
function slug(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}

/** Whether a limit is shorter than the deadline of tests. */
function isShort(limit: string, found: string): boolean {
  const duration = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?$/.exec(limit)
  const [, hours = 0, minutes = 0, seconds = 0] = duration ?? []
  const number = Number(limit.replaceAll('_', ''))
  const ms = duration
    ? (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1_000
    : /^(?:--max-time|-m|seq)/.test(found)
      ? number * 1_000
      : number
  return ms < DEADLINE_MS && ms > (/^(?:timeout|AbortSignal|seq|-)/.test(found) ? 0 : RUNS_OUT_MS)
}

describe('the documents', () => {
  const guides = readdirSync('docs').filter((name) => name.endsWith('.md'))

  test('docs/architecture.md shows every folder of the four floors', () => {
    const page = readFileSync('docs/architecture.md', 'utf8')
    const names = Object.values(FLOORS).flatMap(({ folders }) => Object.keys(folders))
    expect(names.filter((name) => !page.includes(`${name}`))).toEqual([])
  })

  test('README.md has at most 100 lines', () => {
    expect(readFileSync('README.md', 'utf8').split('\n').length - 1).toBeLessThanOrEqual(100)
  })

  test('the texts for assistants, which a release makes, have each page for users in a file of its own, and llms-full.txt lists the files', () => {
    const files = llmsFiles()
    const index = files.get('llms-full.txt') ?? ''
    for (const name of files.keys()) if (name !== 'llms-full.txt') expect(index).toContain(`(${name})`)
    const texts = [...files.values()]
    for (const page of ['README.md', ...guides.filter((name) => name !== 'architecture.md').map((name) => join('docs', name))])
      expect(texts.filter((text) => text.includes(`<!-- ${page} -->\n\n${readFileSync(page, 'utf8').trim()}`))).toHaveLength(1)
  })

  test('llms.txt names every page of docs', () => {
    const text = llmsText()
    expect(guides.filter((name) => !text.includes(`(docs/${name})`))).toEqual([])
  })

  test('the reference has a row for every key of scenarios, faults and triggers', () => {
    const page = keysPage(scenarioContract(), control)
    const { schemas } = scenarioContract().components
    const keys = Object.entries(schemas).flatMap(([name, schema]) =>
      name.startsWith('Settings') ? [] : Object.keys(schema.properties ?? {}).map((key) => `${name} ${key}`),
    )
    expect(keys.length).toBeGreaterThan(300)
    expect(keys.filter((key) => !page.includes(`| \`${key.slice(key.indexOf(' ') + 1)}\``))).toEqual([])
    for (const trigger of Object.keys(control.components.schemas['Trigger']?.discriminator?.mapping ?? {}))
      expect(page).toContain(`\n### ${trigger}\n`)
  })

  // For tests of the service see test/contract/coverage.test.ts.
  test('every operation has a handler, and an operation of the public pages has tests in a block of its own', () => {
    const tests = testsIn('test')
    const parts = [
      { contract: service, handlers: handlersIn('src/service/resources', 'Operations') },
      { contract: publicContract, handlers: handlersIn('src/server/public', 'PublicOperations') },
    ]
    const lacking = parts.flatMap(({ contract, handlers }) =>
      [...operationsOf(contract)]
        .map(({ operation }) => String(operation['operationId']))
        .filter((id) => !handlers.has(id) || (contract === publicContract && !tests.get(id)?.length)),
    )
    expect(lacking).toEqual([])
  })

  test('docs/debugging.md quotes messages of the source', () => {
    const text = sources.map((source) => source.text.replaceAll(/['`] \+\s*['`]/g, '').replaceAll(/\$\{[^}]*\}/g, '…')).join('\n')
    // Messages of TypeScript are held by test/module-resolution.system.test.ts.
    const [, messages = ''] = readFileSync('docs/debugging.md', 'utf8').split('\n## Messages\n')
    const others = messages.replace(/^### TypeScript\n[\s\S]*?(?=^### )/m, '')
    const quoted = [...others.matchAll(/^\| `([^`]+)`/gm)].map(([, message = '']) => message)
    expect(quoted.length).toBeGreaterThan(60)
    expect(quoted.filter((message) => message.split('…').some((part) => !text.includes(part.trim())))).toEqual([])
  })

  const pages = [
    'README.md',
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.md'))
      .map((file) => join('docs', file)),
  ]

  test('point to pages that are there', () => {
    const broken = pages.flatMap((page) =>
      linksOf(page)
        .filter(({ file, heading }) => !leadsTo(file, heading))
        .map(({ file, heading }) => `${page} → ${file}#${heading}`),
    )
    expect(broken).toEqual([])
  })

  test('each page of docs/moved.json is gone, and leads to a heading that is there', () => {
    const moved = Object.entries(JSON.parse(readFileSync('docs/moved.json', 'utf8')) as Readonly<Record<string, string>>)
    const wrong = moved.filter(([old, target]) => {
      const [page = '', heading = ''] = target.split('#')
      return existsSync(join('docs', old)) || !leadsTo(join('docs', page), heading)
    })
    expect(wrong).toEqual([])
    expect(moved.length).toBeGreaterThan(20)
  })

  test('a document that ships links to one that does not by its address in the repository', () => {
    const isShipped = (file: string): boolean => /^(?:README\.md|LICENSE|docs\/[\w-]+\.md)$/.test(file)
    const lost = pages
      .filter(isShipped)
      .flatMap((page) => linksOf(page).filter(({ file, isAbsolute }) => !isAbsolute && !isShipped(file)))
    expect(lost.filter(({ file }) => !file.startsWith('docs/images/'))).toEqual([])
  })
})
