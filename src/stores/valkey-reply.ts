import { StoreError } from '../host/store.ts'

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
