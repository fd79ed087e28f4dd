import type { Stored } from '../host/store.ts'
import { damaged, textsOf } from './valkey-reply.ts'

/** A world as the server has answered it: its version, whether it is all of it, names with their texts, and names of what was taken out. */
export function recordsOf(reply: readonly unknown[], key: string, shown: string): Stored {
  const [, version, extent, written, taken] = reply
  const pairs = textsOf(written, shown)
  const records = new Map<string, unknown>(textsOf(taken, shown).map((name) => [name, undefined]))
  for (let at = 0; at < pairs.length; at += 2) {
    const name = pairs[at] ?? ''
    try {
      records.set(name, JSON.parse(pairs[at + 1] ?? ''))
    } catch (cause) {
      throw damaged(shown, `${key}:records`, `its field ${JSON.stringify(name)} holds no JSON`, cause)
    }
  }
  return { version: String(version), isWhole: extent === 'whole', records }
}
