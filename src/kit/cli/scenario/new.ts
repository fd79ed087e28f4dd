import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ownScenarios } from '../../../service/scenarios/read/own-scenarios.ts'
import { ENDINGS, NAME, noScenario } from '../../../service/scenarios/read/scenario-folder.ts'
import { shippedScenarios } from '../../../service/scenarios/read/shipped-scenarios.ts'
import { fileProblem } from '../../../kernel/support/file-error.ts'
import { sha256 } from '../../../kernel/support/digest.ts'
import { version } from '../../../kernel/contract/generated/version.ts'
import { wrapWords } from '../output.ts'
import { quotePath } from './quoted.ts'

export interface NewOptions {
  readonly dir: string
  readonly extends: string
  readonly force?: boolean
}

/** Where editors find the schema of scenarios for completion: on a CDN that serves the files of npm packages. */
const SCHEMA = `https://unpkg.com/maildouble@${version}/dist/scenario.schema.json`

/** The text of a new scenario: valid, with comments about further keys. */
export function scenarioTemplate(name: string, base: string): string {
  // Quoted, since ten hexadecimal digits may look like a number.
  const list = `'${sha256(`scenario ${name}`).slice(0, 10)}'`
  return `# yaml-language-server: $schema=${SCHEMA}
name: ${scalar(name)}
description: Its contents and its purpose, in a sentence or two.

# The scenario that this one adds to.
extends: ${scalar(base)}

# Instants are relative to the instant at which a world starts (-P30D: thirty days before), so that the data do not age.
# To set that instant, and how time passes:
# clock: { mode: frozen, now: 2026-03-01T08:00:00Z }
lists:
  - id: ${list}
    name: Customers
    members:
      - { email_address: ada@example.com, status: subscribed, created_at: -P30D, tags: [vip] }
      - { email_address: alan@example.com, status: unsubscribed, created_at: -P20D }
    # campaigns:
    #   - subject_line: Spring
    #     schedule_time: P1D
    #     from_name: Acme
    #     from_email: news@example.com
    #     content: { html: '<a href="https://example.com/spring">Spring</a>' }
    # engagement:
    #   open: 0.4
    # webhooks:
    #   - { url: 'http://127.0.0.1:3000/hook', events: { unsubscribe: true }, sources: { user: true } }

# Generated bulk data: random, but the same on every start.
# generate:
#   members:
#     - { list: ${list}, members: { count: 200 } }

# Delays, limits and options. All settings: /_docs/settings of a running server.
# settings:
#   batch: { phase: PT5S }

# Faults in the calls of your application.
# faults:
#   - { match: { operation: createBatch }, when: { first: 2 }, effect: { problem: { preset: TooManyRequests } } }

# Actions of other people, at times counted from the start.
# timeline:
#   - at: PT10M
#     trigger: member.unsubscribe
#     with: { list_id: ${list}, email_address: ada@example.com }
`
}

/** A name as a YAML string: a bare 404 would be a number. */
function scalar(name: string): string {
  return /^\d|^(?:null|true|false)$/.test(name) ? `'${name}'` : name
}

/** Creates the file of a scenario. */
export async function newScenario(name: string, options: NewOptions): Promise<void> {
  const { dir, extends: base, force = false } = options
  if (!NAME.test(name) || name === 'settings') throw new Error(`"${name}" is not a valid scenario name. ${NAMES}`)
  const names = await bases(name, dir)
  if (!names.includes(base)) throw new Error(`--extends ${noScenario(base, names)}`)
  const conflicting = force ? undefined : await findExisting(dir, name)
  if (conflicting !== undefined)
    throw new Error(`${conflicting} already exists. Choose another name, or overwrite it with --force.`)
  const file = join(dir, `${name}.yaml`)
  await mkdir(dir, { recursive: true })
  await writeFile(file, scenarioTemplate(name, base))
  console.log(whatNext(name, { dir, file }))
  if ((await shippedScenarios.names()).includes(name)) console.error(`\n${wrapWords(replaces(name, dir))}`)
}

function replaces(name: string, dir: string): string {
  const way = `--scenario-dir ${quotePath(dir)}`
  return `Warning: a scenario that ships is called ${name}, too. With ${way}, this file replaces it. To keep both, choose another name.`
}

const NAMES = 'A name consists of lowercase letters, digits and hyphens, at most 63, such as checkout; settings is reserved.'

/** The scenarios that the new one may extend: all but itself, unless a scenario of that name ships. */
async function bases(name: string, dir: string): Promise<readonly string[]> {
  const shipped = await shippedScenarios.names()
  const found = await stat(dir).catch(() => undefined)
  if (found && !found.isDirectory()) throw new Error(`${dir} is a file, not a folder for scenarios.`)
  const own = found ? await (await ownScenarios(dir)).own?.() : []
  return [...shipped, ...(own ?? []).filter((each) => each !== name && !shipped.includes(each))].toSorted()
}

/** The existing file of a scenario, with any extension. */
async function findExisting(dir: string, name: string): Promise<string | undefined> {
  for (const ending of ENDINGS) {
    const file = join(dir, name + ending)
    if ((await readIfExists(file)) !== undefined) return file
  }
  return undefined
}

async function readIfExists(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new Error(fileProblem(file, error), { cause: error })
  })
}

function whatNext(name: string, { dir, file }: { dir: string; file: string }): string {
  return [
    `Written: ${file}`,
    '',
    'Next:',
    `  maildouble serve --scenario-dir ${quotePath(dir)} --scenario ${name}`,
    `  maildouble scenario check ${quotePath(dir)}`,
  ].join('\n')
}
