import { readFile, realpath } from 'node:fs/promises'
import { resolve, sep } from 'node:path'
import type * as Yaml from 'yaml'
import { check, pointerOf } from '../contract/check.ts'
import { validators, type Schemas } from '../contract/scenario.ts'
import type { ValidateFunction } from '../contract/validator.ts'
import { pointerTo, ScenarioError, sentence, type Path } from './scenario-error.ts'

/** What a file can be. */
export type FileKind = 'Scenario' | 'Fixture'

/** A file that keeps to the schema of its kind. */
export interface ScenarioFile<Kind extends FileKind> {
  readonly data: Schemas[Kind]
  /** The error that names a place of this file. */
  readonly mistake: (path: Path, message: string) => ScenarioError
}

/** Reads YAML, which JSON is as well, and holds it against the schema. `file` is the name that errors give it. */
export async function parseFile<Kind extends FileKind>(text: string, file: string, kind: Kind): Promise<ScenarioFile<Kind>> {
  const [yaml, checks] = await Promise.all([import('yaml'), validators()])
  const lines = new yaml.LineCounter()
  const document = yaml.parseDocument(text, { lineCounter: lines })
  const mistake = (path: Path, message: string) => errorAt(file, lineOf(yaml, document, lines, path), path, message)

  const [broken] = [...document.errors, ...document.warnings]
  if (broken) throw errorAt(file, broken.linePos?.[0].line ?? 1, [], unbroken(broken.message))
  const data: unknown = document.toJS()
  const validate = checks[kind]
  const complaint = validate && check(validate, data)
  if (complaint) throw mistake(placeOf(validate), complaint.message.replace(/^Value must /, 'must '))
  // The check is what makes the step from data to its type true.
  return { data: data as Schemas[Kind], mistake }
}

/** The text of a file below a folder, if there is one. Whatever leads out of the folder, by links as well, is not there. */
export async function readBelow(folder: string, path: string): Promise<string | undefined> {
  try {
    const home = await realpath(folder)
    const wanted = resolve(home, path)
    if (!wanted.startsWith(home + sep) || !(await realpath(wanted)).startsWith(home + sep)) return undefined
    return await readFile(wanted, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && NO_FILE.has(String(error.code))) return undefined
    throw error
  }
}

/** What the file system says of a path at which there is no file. */
const NO_FILE: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP', 'ENAMETOOLONG', 'ERR_INVALID_ARG_VALUE'])

function errorAt(file: string, line: number, path: Path, message: string): ScenarioError {
  return new ScenarioError(`${file}:${line}: ${sentence(path, message)}`, { file, line, pointer: pointerTo(path), message })
}

/** The parser adds the place and a piece of the text; the place stands before our message already. */
function unbroken(message: string): string {
  return (message.split('\n')[0] ?? message).replace(/ at line \d+, column \d+:?$/, '')
}

/** Where the schema is broken; a name that is wrong itself is part of the way. */
function placeOf(validate: ValidateFunction): Path {
  const name = validate.errors?.find(({ keyword }) => keyword === 'propertyNames')?.params['propertyName']
  const steps = pointerOf(validate)
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  return typeof name === 'string' ? [...steps, name] : steps
}

/** The line on which a place of a document stands, or the last place on the way that is there. */
function lineOf(yaml: typeof Yaml, document: Yaml.Document, lines: Yaml.LineCounter, path: Path): number {
  let node: unknown = document.contents
  let offset = yaml.isNode(node) ? (node.range?.[0] ?? 0) : 0
  for (const step of path) {
    // A mistake in what an alias stands for is one of the alias: behind the anchor itself it was none.
    if (yaml.isAlias(node)) break
    const below = yaml.isMap(node) ? node.items.find(({ key }) => String(key) === String(step)) : undefined
    const next: unknown = below ? below.value : yaml.isSeq(node) ? node.items[Number(step)] : undefined
    const place: unknown = below ? below.key : next
    if (!yaml.isNode(place)) break
    offset = place.range?.[0] ?? offset
    node = next
  }
  return lines.linePos(offset).line
}
