import { type Records, type StoredWorld, StoreError } from '../store.ts'

/** A key holds something unexpected. */
export class DamagedKey extends StoreError {
  readonly key: string

  constructor(key: string, message: string, cause?: unknown) {
    super(message, { cause })
    this.key = key
  }
}

/** A server's answer as a list; a missing value is `undefined`. Throws a `StoreError` if the answer reports a damaged key. */
export function readReplyList(reply: unknown, shown: string): readonly unknown[] {
  if (!Array.isArray(reply)) throw odd(shown)
  const list: readonly unknown[] = reply
  const [kind, key, ...more] = list
  if (kind === 'damaged') throw makeDamagedKey(shown, String(key), more.map(String).join(' '))
  return list
}

/** Part of an answer as texts. */
function readReplyTexts(part: unknown, shown: string): readonly string[] {
  if (!Array.isArray(part)) throw odd(shown)
  return part.map(String)
}

/** The error for a key that something other than maildouble has changed or deleted. */
function makeDamagedKey(shown: string, key: string, why: string, cause?: unknown): DamagedKey {
  const text = `The key ${key} of the store ${shown} is damaged: ${why}. Another client has changed it, or the server has evicted it to free memory.`
  return new DamagedKey(key, text, cause)
}

function odd(shown: string): StoreError {
  return new StoreError(`The store ${shown}did not answer like a Valkey or Redis server.`)
}

/** A world as answered by the server: version, extent, names and texts of records, and names of removed records. */
export function readStoredRecords(reply: readonly unknown[], key: string, shown: string): StoredWorld {
  const [, version, extent, written, taken] = reply
  const pairs = readReplyTexts(written, shown)
  const records = new Map<string, unknown>(readReplyTexts(taken, shown).map((name) => [name, undefined]))
  for (let at = 0; at < pairs.length; at += 2) {
    const name = pairs[at] ?? ''
    records.set(name, parseRecordValue(pairs[at + 1] ?? '', name, { key: `${key}:records`, shown }))
  }
  return { version: String(version), isWhole: extent === 'whole', records }
}

/** The records that were asked for by name; missing ones are left out. */
export function readRecordFields(reply: unknown, names: readonly string[], place: RecordLocation): Records {
  const texts: readonly unknown[] = Array.isArray(reply) ? reply : []
  return new Map(
    names.flatMap((name, at) => {
      const text = texts[at]
      return typeof text === 'string' ? [[name, parseRecordValue(text, name, place)] as const] : []
    }),
  )
}

/** The location of records, for messages. */
interface RecordLocation {
  readonly key: string
  readonly shown: string
}

function parseRecordValue(text: string, name: string, { key, shown }: RecordLocation): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw makeDamagedKey(shown, key, `its field ${JSON.stringify(name)} is not JSON`, cause)
  }
}
