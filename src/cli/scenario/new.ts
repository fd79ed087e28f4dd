import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ownScenarios } from '../../scenarios/read/own-scenarios.ts'
import { ENDINGS, NAME, noScenario } from '../../scenarios/read/scenario-folder.ts'
import { shippedScenarios } from '../../scenarios/read/shipped-scenarios.ts'
import { sha256 } from '../../support/digest.ts'
import type { NewOptions } from './options.ts'

/** The schema that editors complete scenarios from stands beside them under this name. */
export const SCHEMA_FILE = 'scenario.schema.json'

/** A scenario to begin with: it can be used as it is, and shows in comments what else there is. */
export function scenarioTemplate(name: string, base: string): string {
  // In quotes, since ten hexadecimal digits may be a number.
  const list = `'${sha256(`scenario ${name}`).slice(0, 10)}'`
  return `# yaml-language-server: $schema=${SCHEMA_FILE}
name: ${scalar(name)}
description: What it holds and what it is good for, in a sentence or two.

# All that this one holds is there from the beginning; what follows comes on top.
extends: ${scalar(base)}

# Instants are relative to the scenario's own "now" (-P30D: thirty days before), so that data do not grow old.
lists:
  - id: ${list}
    name: Customers
    members:
      - { email_address: ada@example.com, status: subscribed, created_at: -P30D, tags: [vip] }
      - { email_address: alan@example.com, status: unsubscribed, created_at: -P20D }
    # webhooks:
    #   - { url: 'http://127.0.0.1:3000/hook', events: { unsubscribe: true }, sources: { user: true } }

# Bulk data are made: by chance, but the same each time.
# generate:
#   members:
#     - { list: ${list}, members: { count: 200 } }

# How long things take, and what is allowed. All settings: docs/settings.md of maildouble.
# settings:
#   batch: { phase: PT5S }

# What goes wrong when your application calls.
# faults:
#   - { match: { operation: createBatch }, when: { first: 2 }, effect: { problem: { preset: TooManyRequests } } }

# What other people do as time passes, counted from the beginning.
# timeline:
#   - at: PT10M
#     trigger: member.unsubscribe
#     with: { list_id: ${list}, email_address: ada@example.com }
`
}

/** A name as YAML takes it for a text: 404 would be a number. */
function scalar(name: string): string {
  return /^\d|^(?:null|true|false)$/.test(name) ? `'${name}'` : name
}

/** Begins a scenario: writes its file, and beside it the schema that editors complete it from. */
export async function newScenario(name: string, options: NewOptions): Promise<void> {
  const { dir, extends: base, force = false } = options
  if (!NAME.test(name) || name === 'settings') throw new Error(`"${name}" cannot be the name of a scenario. ${NAMES}`)
  const known = await bases(name, dir)
  if (!known.includes(base)) throw new Error(`--extends ${noScenario(base, known)}`)
  const there = force ? undefined : await existing(dir, name)
  if (there !== undefined) throw new Error(`${there} is there already. Choose another name, or write over it with --force.`)
  const file = join(dir, `${name}.yaml`)
  const schema = join(dir, SCHEMA_FILE)
  await mkdir(dir, { recursive: true })
  await writeSchema(schema, force)
  await writeFile(file, scenarioTemplate(name, base))
  console.log(whatNext(name, { dir, file, schema }))
}

const NAMES = 'Names are small letters, digits and hyphens, at most 63, such as checkout; settings is the file of the folder.'

/** What a scenario of this name may build on: all but itself, unless one of its name ships. */
async function bases(name: string, dir: string): Promise<readonly string[]> {
  const shipped = await shippedScenarios.names()
  const found = await stat(dir).catch(() => undefined)
  if (found && !found.isDirectory()) throw new Error(`${dir} is a file, and scenarios are written to a folder.`)
  const own = found ? await (await ownScenarios(dir)).own?.() : []
  return [...shipped, ...(own ?? []).filter((each) => each !== name && !shipped.includes(each))].toSorted()
}

/** The file that a scenario of this name is read from now, whatever its ending. */
async function existing(dir: string, name: string): Promise<string | undefined> {
  for (const ending of ENDINGS) {
    const file = join(dir, name + ending)
    if ((await textOf(file)) !== undefined) return file
  }
  return undefined
}

async function textOf(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
}

/** Writes the schema of this version, over one of another version as well. */
async function writeSchema(file: string, force: boolean): Promise<void> {
  const { default: schema } = await import('../../contract/generated/scenario/schema.json', { with: { type: 'json' } })
  const text = `${JSON.stringify(schema)}\n`
  const before = await textOf(file)
  if (before === text) return
  if (!force && before !== undefined && !before.startsWith(text.slice(0, SAME_CHARS))) {
    throw new Error(
      `${file} is there already, and is not the schema of scenarios. Take another --dir, or write over it with --force.`,
    )
  }
  await writeFile(file, text)
}

/** The schemas of all versions begin alike: with a dialect and a title. */
const SAME_CHARS = 80

function whatNext(name: string, { dir, file, schema }: { dir: string; file: string; schema: string }): string {
  return [
    `Written: ${file}`,
    `         ${schema}, from which editors complete it`,
    '',
    'Next:',
    `  maildouble serve --scenario-dir ${quoted(dir)} --scenario ${name}`,
    `  maildouble scenario check ${quoted(dir)}`,
  ].join('\n')
}

/** As a shell takes it, whatever is in it. */
function quoted(path: string): string {
  if (process.platform === 'win32') return /^[\w./\\:@+-]+$/.test(path) ? path : `"${path}"`
  return /^[\w./:@+-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`
}
