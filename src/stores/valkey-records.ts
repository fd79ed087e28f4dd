import type { Records, Stored } from '../host/store.ts'
import { damaged, textsOf } from './valkey-reply.ts'

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
