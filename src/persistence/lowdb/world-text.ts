import { whyNotJson } from '../../support/json-fault.ts'
import type { Millis } from '../../support/time.ts'
import type { Version } from '../store.ts'
import { checkLines, checksumLine, checksumsOf, type DamagedLine } from './line-checksums.ts'

/** A bucket takes so many lines: a change costs as much as those of its bucket, and a file is written in so many pieces. */
const BUCKET_LINES_MAX = 64

const BETWEEN = Buffer.from(',\n')

interface Bucket {
  readonly texts: Map<string, string>
  /** Its lines as they stand in the file, with their checksums; nothing once one of them has changed. */
  rendered: { readonly text: Buffer; readonly checksums: string } | undefined
}

/** The records of a world as lines of its file. What has not changed since they were written is not made into text again. */
export class RecordLines {
  readonly #buckets = new Set<Bucket>()
  readonly #bucketOf = new Map<string, Bucket>()
  #open: Bucket | undefined

  constructor(records: ReadonlyMap<string, string | undefined> = new Map()) {
    this.change(records)
  }

  /** How many there are. */
  get size(): number {
    return this.#bucketOf.size
  }

  /** The text of one of them, if it is there. */
  get(name: string): string | undefined {
    return this.#bucketOf.get(name)?.texts.get(name)
  }

  /** Names and texts, in no order that means something. */
  *entries(): Generator<[string, string]> {
    for (const { texts } of this.#buckets) yield* texts
  }

  /** Changes some, and answers what puts them back as they were. */
  change(records: ReadonlyMap<string, string | undefined>): () => void {
    const before = new Map<string, string | undefined>()
    for (const [name, text] of records) before.set(name, this.#put(name, text))
    return () => {
      for (const [name, text] of before) this.#put(name, text)
    }
  }

  /** The pieces of the file that they are, with commas between them, and the checksums of all lines. */
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

  /** Puts a text in the place of another one, which it answers. */
  #put(name: string, text: string | undefined): string | undefined {
    const bucket = this.#bucketOf.get(name)
    const before = bucket?.texts.get(name)
    if (text === before) return before
    if (text !== undefined) this.#write(bucket ?? this.#withRoom(), name, text)
    else if (bucket) this.#strike(bucket, name)
    return before
  }

  #write(bucket: Bucket, name: string, text: string): void {
    bucket.texts.set(name, text)
    bucket.rendered = undefined
    this.#bucketOf.set(name, bucket)
  }

  #strike(bucket: Bucket, name: string): void {
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
  return { text: Buffer.from(text), checksums: checksumsOf(text) }
}

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
export class UnusableFile extends Error {
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
  const { maildouble, content } = readSavedText(bytes, ['names', 'due', 'records'])
  const { names, due = null, records } = content
  if (maildouble['world'] !== id)
    throw new UnusableFile(`is not the world ${id}: it holds the world ${JSON.stringify(maildouble['world'])}`)
  const { version } = maildouble
  if (typeof version !== 'string' || version === '') throw new UnusableFile('is not a world: it has no version')
  if (!isTexts(names)) throw new UnusableFile('is not a world: its names are no list of texts')
  if (due !== null && typeof due !== 'number') throw new UnusableFile('is not a world: what is due in it is no instant')
  if (!isObject(records)) throw new UnusableFile('is not a world: it has no records')
  const lines = new RecordLines(new Map(Object.entries(records).map(([name, value]) => [name, JSON.stringify(value)])))
  return { version, names: new Set(names), due: due ?? undefined, lines }
}

/**
 * Reads what any file of ours has in common. Its lines are compared with its checksums, if it has any; `members` are what else may be in it.
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
    throw new UnusableFile(`is damaged in ${placeOf(lines)}, which does not match its checksum`, EDITED)
  const content = parsed(bytes)
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
  // They are found as a line, which is gone where something has laid the file out anew.
  if (lines === undefined && Object.hasOwn(content, 'checksums'))
    throw new UnusableFile('has other lines than its checksums', EDITED)
  const unknown = Object.keys(content).find((name) => !['maildouble', 'checksums', ...members].includes(name))
  if (unknown !== undefined) throw new UnusableFile(`has a member ${JSON.stringify(unknown)}, which no such file has`, EDITED)
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
    throw new UnusableFile('is not JSON: it is not text in UTF-8')
  }
  if (text.trim() === '') throw new UnusableFile('is cut: there is nothing in it')
  try {
    return JSON.parse(text)
  } catch {
    if (text.trimStart().startsWith('{') && !text.trimEnd().endsWith('}')) throw new UnusableFile('is cut: it ends in the middle')
    throw new UnusableFile(`is not JSON: ${whyNotJson(text)}`)
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string')
}
