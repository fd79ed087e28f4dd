import { checksumsOf } from './line-checksums.ts'

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
