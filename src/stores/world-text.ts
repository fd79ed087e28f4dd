import { whyNotJson } from '../support/json-fault.ts'
import type { Millis } from '../support/time.ts'
import type { Version } from '../host/store.ts'
import { checkLines, checksumLine, checksumsOf, type DamagedLine } from './line-checksums.ts'
import { RecordLines } from './record-lines.ts'

/** How files are laid out; one that says another number is not touched. */
export const FORMAT = 1

/** What the file of a world says. */
export interface WorldData {
  readonly version: Version
  /** The names that lead to it. */
  readonly names: ReadonlySet<string>
  readonly due: Millis | undefined
  readonly lines: RecordLines
}

/** Why a text is not what was looked for, in words that follow the name of its file. */
export class Unusable extends Error {
  override readonly name = 'Unusable'
  /** What can be done about it, unless that is to put back a copy. */
  readonly remedy: string | undefined

  constructor(message: string, remedy?: string) {
    super(message)
    this.remedy = remedy
  }
}

/** The text of a world's file in pieces: a head for people, a record a line, and the checksums of all lines. */
export function worldPieces(id: string, { version, names, due, lines }: WorldData): Uint8Array[] {
  const { pieces, checksums } = lines.render()
  const named = [...names].map((name) => `\n    ${JSON.stringify(name)}`).join(',')
  const head = [
    `{\n  "maildouble": ${JSON.stringify({ format: FORMAT, world: id, version })}`,
    `  "names": [${named}${names.size > 0 ? '\n  ' : ''}]`,
    `  "records": {${pieces.length > 0 ? '' : '},'}\n`,
  ].join(',\n')
  const end = pieces.length > 0 ? '  },\n' : ''
  const tail = `  "due": ${due ?? null}\n}\n`
  const all = checksumsOf(head) + checksums + checksumsOf(end) + checksumsOf(tail)
  return [Buffer.from(head), ...pieces, Buffer.from(`${pieces.length > 0 ? '\n' : ''}${end}${checksumLine(all)}${tail}`)]
}

/** Reads the text of a world's file; throws `Unusable` if it is none. */
export function readWorld(id: string, bytes: Uint8Array): WorldData {
  const { maildouble, content } = readKept(bytes, ['names', 'due', 'records'])
  const { names, due = null, records } = content
  if (maildouble['world'] !== id)
    throw new Unusable(`is not the world ${id}: it holds the world ${JSON.stringify(maildouble['world'])}`)
  const { version } = maildouble
  if (typeof version !== 'string' || version === '') throw new Unusable('is not a world: it has no version')
  if (!isTexts(names)) throw new Unusable('is not a world: its names are no list of texts')
  if (due !== null && typeof due !== 'number') throw new Unusable('is not a world: what is due in it is no instant')
  if (!isObject(records)) throw new Unusable('is not a world: it has no records')
  const lines = new RecordLines(new Map(Object.entries(records).map(([name, value]) => [name, JSON.stringify(value)])))
  return { version, names: new Set(names), due: due ?? undefined, lines }
}

/**
 * Reads what any file of ours has in common. Its lines are compared with its checksums, if it has any; `members` are what else may be in it.
 */
export function readKept(
  bytes: Uint8Array,
  members: readonly string[],
): {
  readonly maildouble: Readonly<Record<string, unknown>>
  readonly content: Readonly<Record<string, unknown>>
} {
  const lines = checkLines(bytes)
  if (lines === 'cut') throw new Unusable('is cut: lines are missing at its end')
  if (typeof lines === 'object') throw new Unusable(`is damaged in ${placeOf(lines)}, which does not match its checksum`, EDITED)
  const content = parsed(bytes)
  if (!isObject(content) || !Object.hasOwn(content, 'maildouble') || !isObject(content['maildouble'])) {
    throw new Unusable('is not a file of maildouble: it does not begin with "maildouble"')
  }
  const { maildouble } = content
  const format = maildouble['format']
  if (typeof format !== 'number') throw new Unusable('is not a file of maildouble: it does not say its format')
  if (format !== FORMAT) {
    const kind = format > FORMAT ? 'newer' : 'older'
    throw new Unusable(
      `has the format ${format}, and this maildouble reads ${FORMAT}`,
      `Start the ${kind} maildouble that wrote it, or use another folder`,
    )
  }
  // They are found as a line, which is gone where something has laid the file out anew.
  if (lines === undefined && Object.hasOwn(content, 'checksums')) throw new Unusable('has other lines than its checksums', EDITED)
  const unknown = Object.keys(content).find((name) => !['maildouble', 'checksums', ...members].includes(name))
  if (unknown !== undefined) throw new Unusable(`has a member ${JSON.stringify(unknown)}, which no such file has`, EDITED)
  return { maildouble, content }
}

const EDITED = 'Put a copy of it back, or, if you have edited it, delete its line "checksums"'

/** Which line is damaged, and which record stands there. */
function placeOf({ number, text }: DamagedLine): string {
  const name = /^ {4}("(?:[^"\\]|\\.)*"): /.exec(text)?.[1]
  return name === undefined ? `line ${number}` : `line ${number}, the record ${name}`
}

/** The names that lead to a world, as far as they can be made out in its file, which may be damaged. */
export function namesIn(bytes: Uint8Array): string[] {
  const [head = ''] = Buffer.from(bytes).toString('utf8').split('"records"', 1)
  return [...head.matchAll(/"((?:key|client) [^"\\]+)"/g)].map(([, name = '']) => name)
}

function parsed(bytes: Uint8Array): unknown {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Unusable('is not JSON: it is not text in UTF-8')
  }
  if (text.trim() === '') throw new Unusable('is cut: there is nothing in it')
  try {
    return JSON.parse(text)
  } catch {
    if (text.trimStart().startsWith('{') && !text.trimEnd().endsWith('}')) throw new Unusable('is cut: it ends in the middle')
    throw new Unusable(`is not JSON: ${whyNotJson(text)}`)
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string')
}
