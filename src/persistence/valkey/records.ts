import { type Records, type Stored, StoreError } from '../store.ts'

/** A key holds what isn't expected there. */
export class DamagedKey extends StoreError {
  readonly key: string

  constructor(key: string, message: string, cause?: unknown) {
    super(message, { cause })
    this.key = key
  }
}

/** An answer of a server as a list of texts, in which an empty place is `undefined`. Throws a `StoreError` for what it finds wrong there. */
export function listOf(reply: unknown, shown: string): readonly unknown[] {
  if (!Array.isArray(reply)) throw odd(shown)
  const list: readonly unknown[] = reply
  const [kind, key, ...more] = list
  if (kind === 'strange') {
    const [found, wanted] = more.map(String)
    const text = `The key ${String(key)} of the store ${shown} holds a ${found}, and is to hold a ${wanted}: somebody else has written it.`
    throw new DamagedKey(String(key), text)
  }
  if (kind === 'damaged') throw damaged(shown, String(key), more.map(String).join(' '))
  return list
}

/** The texts of a part of an answer. */
export function textsOf(part: unknown, shown: string): readonly string[] {
  if (!Array.isArray(part)) throw odd(shown)
  return part.map(String)
}

/** What somebody else has written to, or has taken from, what is kept. */
export function damaged(shown: string, key: string, why: string, cause?: unknown): DamagedKey {
  const text = `The key ${key} of the store ${shown} is damaged: ${why}. Somebody else has changed it, or the server has dropped it for want of room.`
  return new DamagedKey(key, text, cause)
}

function odd(shown: string): StoreError {
  return new StoreError(`The store ${shown} gives an answer that nobody expects of a Valkey or Redis.`)
}

/** A world as the server has answered it: its version, whether it is all of it, names with their texts, and names of what was taken out. */
export function recordsOf(reply: readonly unknown[], key: string, shown: string): Stored {
  const [, version, extent, written, taken] = reply
  const pairs = textsOf(written, shown)
  const records = new Map<string, unknown>(textsOf(taken, shown).map((name) => [name, undefined]))
  for (let at = 0; at < pairs.length; at += 2) {
    const name = pairs[at] ?? ''
    records.set(name, valueOf(pairs[at + 1] ?? '', name, { key: `${key}:records`, shown }))
  }
  return { version: String(version), isWhole: extent === 'whole', records }
}

/** Those records that were asked for by their names; a server answers nothing for one that is not there. */
export function glancedOf(reply: unknown, names: readonly string[], place: Place): Records {
  const texts: readonly unknown[] = Array.isArray(reply) ? reply : []
  return new Map(
    names.flatMap((name, at) => {
      const text = texts[at]
      return typeof text === 'string' ? [[name, valueOf(text, name, place)] as const] : []
    }),
  )
}

/** Where records are kept, for people. */
interface Place {
  readonly key: string
  readonly shown: string
}

function valueOf(text: string, name: string, { key, shown }: Place): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw damaged(shown, key, `its field ${JSON.stringify(name)} holds no JSON`, cause)
  }
}
