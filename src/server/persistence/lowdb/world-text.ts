import { whyNotJson } from '../../../kernel/support/json-fault.ts'
import type { Millis } from '../../../kernel/support/time.ts'
import type { StoreVersion, Records } from '../store.ts'
import { checkLines, checksumLine, checksumLines, type DamagedLine } from './line-checksums.ts'
import { isObject } from '../../../kernel/support/is-object.ts'

/**
 * Maximum number of lines in a bucket. A change renders its bucket anew, and a file is written in one piece per bucket. In a world with 20,000 members of its
 * own, a saved `PATCH` takes 9 ms; without buckets 91, with one line in each 79, and with 4,096 lines 20 (2026-11-30).
 */
const BUCKET_LINES_MAX = 64

const BETWEEN = Buffer.from(',\n')

interface Bucket {
  readonly texts: Map<string, string>
  /** Its lines as they stand in the file, with their checksums; `undefined` after a change. */
  rendered: { readonly text: Buffer; readonly checksums: string } | undefined
}

/** The records of a world as lines of its file. Unchanged records are not serialized again. */
export class RecordLines {
  readonly #buckets = new Set<Bucket>()
  readonly #bucketOf = new Map<string, Bucket>()
  #open: Bucket | undefined

  constructor(records: ReadonlyMap<string, string | undefined> = new Map()) {
    this.change(records)
  }

  /** Number of records. */
  get size(): number {
    return this.#bucketOf.size
  }

  /** The text of a record. Returns `undefined` if there is none. */
  get(name: string): string | undefined {
    return this.#bucketOf.get(name)?.texts.get(name)
  }

  /** Names and texts, in no particular order. */
  *entries(): Generator<[string, string]> {
    for (const { texts } of this.#buckets) yield* texts
  }

  /** Changes records. Returns a function that undoes the change. */
  change(records: ReadonlyMap<string, string | undefined>): () => void {
    const before = new Map<string, string | undefined>()
    for (const [name, text] of records) before.set(name, this.#put(name, text))
    return () => {
      for (const [name, text] of before) this.#put(name, text)
    }
  }

  /** The pieces of the file with commas in between, and the checksums of all lines. */
  render(): { readonly pieces: readonly Buffer[]; readonly checksums: string } {
    const pieces: Buffer[] = []
    const checksums: string[] = []
    for (const bucket of this.#buckets) {
      if (pieces.length > 0) pieces.push(BETWEEN)
      bucket.rendered ??= rendered(bucket.texts)
      pieces.push(bucket.rendered.text)
      checksums.push(bucket.rendered.checksums)
    }
    return { pieces, checksums: checksums.join('') }
  }

  /** Sets the text of a record. Returns the previous one. */
  #put(name: string, text: string | undefined): string | undefined {
    const bucket = this.#bucketOf.get(name)
    const before = bucket?.texts.get(name)
    if (text === before) return before
    if (text !== undefined) this.#write(bucket ?? this.#withRoom(), name, text)
    else if (bucket) this.#delete(bucket, name)
    return before
  }

  #write(bucket: Bucket, name: string, text: string): void {
    bucket.texts.set(name, text)
    bucket.rendered = undefined
    this.#bucketOf.set(name, bucket)
  }

  #delete(bucket: Bucket, name: string): void {
    bucket.texts.delete(name)
    bucket.rendered = undefined
    this.#bucketOf.delete(name)
    if (bucket.texts.size > 0) return
    this.#buckets.delete(bucket)
    if (this.#open === bucket) this.#open = undefined
  }

  #withRoom(): Bucket {
    if (this.#open === undefined || this.#open.texts.size >= BUCKET_LINES_MAX) {
      this.#open = { texts: new Map(), rendered: undefined }
      this.#buckets.add(this.#open)
    }
    return this.#open
  }
}

function rendered(texts: ReadonlyMap<string, string>): NonNullable<Bucket['rendered']> {
  const text = [...texts].map(([name, value]) => `    ${JSON.stringify(name)}: ${value}`).join(',\n')
  return { text: Buffer.from(text), checksums: checksumLines(text) }
}

/** The file format. A file of any other format is not touched. */
export const FORMAT = 1

/** The content of a world's file. */
export interface WorldData {
  readonly version: StoreVersion
  /** The names that lead to the world. */
  readonly names: ReadonlySet<string>
  readonly due: Millis | undefined
  readonly lines: RecordLines
}

/** A file that can't be used. The message continues a sentence that starts with the file name. */
export class UnusableFile extends Error {
  override readonly name = 'UnusableFile'
  /** The remedy, if it is another one than to restore a backup. */
  readonly remedy: string | undefined

  constructor(message: string, remedy?: string) {
    super(message)
    this.remedy = remedy
  }
}

/** The text of a world's file in pieces: a readable head, one record per line, and the checksums of all lines. */
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
  const all = checksumLines(head) + checksums + checksumLines(end) + checksumLines(tail)
  return [Buffer.from(head), ...pieces, Buffer.from(`${pieces.length > 0 ? '\n' : ''}${end}${checksumLine(all)}${tail}`)]
}

/** Parses a world's file. Throws `UnusableFile` if it is something else. */
export function readWorld(id: string, bytes: Uint8Array): WorldData {
  const { maildouble, content } = readSavedText(bytes, ['names', 'due', 'records'])
  const { names, due = null, records } = content
  if (maildouble['world'] !== id)
    throw new UnusableFile(`is not the world ${id}: it holds the world ${JSON.stringify(maildouble['world'])}`)
  const { version } = maildouble
  if (typeof version !== 'string' || version === '') throw new UnusableFile('is not a world: it has no version')
  if (!isTexts(names)) throw new UnusableFile('is not a world: its names are not a list of texts')
  if (due !== null && typeof due !== 'number') throw new UnusableFile('is not a world: its due time is not an instant')
  if (!isObject(records)) throw new UnusableFile('is not a world: it has no records')
  const lines = new RecordLines(new Map(Object.entries(records).map(([name, value]) => [name, JSON.stringify(value)])))
  return { version, names: new Set(names), due: due ?? undefined, lines }
}

/**
 * Parses what all files have in common, and checks the lines against the checksums, if any. `members` are the other members the
 * file may have.
 */
export function readSavedText(
  bytes: Uint8Array,
  members: readonly string[],
): {
  readonly maildouble: Readonly<Record<string, unknown>>
  readonly content: Readonly<Record<string, unknown>>
} {
  const lines = checkLines(bytes)
  if (lines === 'cut') throw new UnusableFile('is cut: lines are missing at its end')
  if (typeof lines === 'object')
    throw new UnusableFile(`is damaged in ${lineLocation(lines)}, which does not match its checksum`, EDITED)
  const content = parseWorldText(bytes)
  if (!isObject(content) || !Object.hasOwn(content, 'maildouble') || !isObject(content['maildouble'])) {
    throw new UnusableFile('is not a file of maildouble: it does not begin with "maildouble"')
  }
  const { maildouble } = content
  const format = maildouble['format']
  if (typeof format !== 'number') throw new UnusableFile('is not a file of maildouble: it does not say its format')
  if (format !== FORMAT) {
    const kind = format > FORMAT ? 'newer' : 'older'
    throw new UnusableFile(
      `has the format ${format}, and this maildouble reads ${FORMAT}`,
      `Start the ${kind} maildouble that wrote it, or use another folder`,
    )
  }
  // The checksums must be on a line of their own; that line is missing if a tool has reformatted the file.
  if (lines === undefined && Object.hasOwn(content, 'checksums'))
    throw new UnusableFile('has other lines than its checksums', EDITED)
  const unknown = Object.keys(content).find((name) => !['maildouble', 'checksums', ...members].includes(name))
  if (unknown !== undefined)
    throw new UnusableFile(`has a member ${JSON.stringify(unknown)}, which such files do not have`, EDITED)
  return { maildouble, content }
}

const EDITED = 'Restore a backup of it, or, if you have edited it, delete its line "checksums"'

function lineLocation({ number, text }: DamagedLine): string {
  const name = /^ {4}("(?:[^"\\]|\\.)*"): /.exec(text)?.[1]
  return name === undefined ? `line ${number}` : `line ${number}, the record ${name}`
}

/** The names of a world as far as they can be made out in its file, which may be damaged. */
export function namesInFile(bytes: Uint8Array): string[] {
  const [head = ''] = Buffer.from(bytes).toString('utf8').split('"records"', 1)
  return [...head.matchAll(/"((?:key|client) [^"\\]+)"/g)].map(([, name = '']) => name)
}

function parseWorldText(bytes: Uint8Array): unknown {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new UnusableFile('is not JSON: it is not text in UTF-8')
  }
  if (text.trim() === '') throw new UnusableFile('is cut: it is empty')
  try {
    return JSON.parse(text)
  } catch {
    if (text.trimStart().startsWith('{') && !text.trimEnd().endsWith('}')) throw new UnusableFile('is cut: it ends in the middle')
    throw new UnusableFile(`is not JSON: ${whyNotJson(text)}`)
  }
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string')
}

/** Reads the named records of several worlds from their texts. */
export function readStoredFields(
  ids: readonly string[],
  names: readonly string[],
  textsOf: (id: string) => { readonly get: (name: string) => string | undefined } | undefined,
): ReadonlyMap<string, Records> {
  const found = new Map<string, Records>()
  for (const id of ids) {
    const texts = textsOf(id)
    if (!texts) continue
    const records = new Map<string, unknown>()
    for (const name of names) {
      const text = texts.get(name)
      if (text !== undefined) records.set(name, JSON.parse(text))
    }
    if (records.size > 0) found.set(id, records)
  }
  return found
}
