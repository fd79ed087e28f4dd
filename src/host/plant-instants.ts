import { readDuration, readInstant, type Seconds } from '../support/time.ts'
import type { Tx } from '../world/tx.ts'
import { Misfit } from './scenario-error.ts'

/** The instants among some data, by name: relative ones counted from now. Those that are not given are not there. */
export function instants<Name extends string>(
  tx: Tx,
  data: { readonly [Each in Name]?: string },
  ...names: readonly Name[]
): { readonly [Each in Name]?: Seconds } {
  const read: { [Each in Name]?: Seconds } = {}
  for (const name of names) {
    const text: string | undefined = data[name]
    if (text !== undefined) read[name] = instant(tx, text, name)
  }
  return read
}

/** One instant; `name` is where it stands. */
export function instant(tx: Tx, text: string, name: string): Seconds {
  if (text.startsWith('-')) return tx.now + Math.ceil((readDuration(text) ?? 0) / 1000)
  const at = readInstant(text)
  if (at === undefined) throw new Misfit([name], `must be an instant of the calendar, which ${text} is not`)
  return at
}
