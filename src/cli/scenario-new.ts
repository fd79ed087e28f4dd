import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ownScenarios } from '../scenarios/own-scenarios.ts'
import { shippedScenarios } from '../scenarios/shipped-scenarios.ts'
import { ENDINGS, NAME, noScenario } from '../scenarios/scenario-folder.ts'
import type { NewOptions } from './scenario-options.ts'
import { scenarioTemplate, SCHEMA_FILE } from './scenario-template.ts'

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
  const { default: schema } = await import('../contract/generated/scenario/schema.json', { with: { type: 'json' } })
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
