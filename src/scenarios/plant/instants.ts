import { readDuration, readInstant, type Seconds } from '../../support/time.ts'
import type { Tx } from '../../world/tx.ts'
import { Misfit } from '../read/scenario-error.ts'

/** Some data whose instants have been read. */
type Dated<Data, Name extends PropertyKey> = Omit<Data, Name> & { readonly [Each in Name]?: Seconds }

/** The same data with these instants as seconds: relative ones are counted from now, and what is not given stays away. */
export function dated<Data extends { readonly [Each in Name]?: string }, const Name extends keyof Data & string>(
  tx: Tx,
  data: Data,
  names: readonly Name[],
): Dated<Data, Name> {
  const read = names.flatMap((name) => {
    const text: string | undefined = data[name]
    return text === undefined ? [] : [[name, instant(tx, text, name)] as const]
  })
  return { ...data, ...Object.fromEntries(read) } as Dated<Data, Name>
}

/** An instant, which has come already; `name` is where it stands. */
export function instant(tx: Tx, text: string, name: string): Seconds {
  if (text.startsWith('-')) return tx.now + Math.ceil((readDuration(text) ?? 0) / 1000)
  const at = readInstant(text)
  if (at === undefined) throw new Misfit([name], `must be an instant of the calendar, which ${text} is not`)
  if (at > tx.now) throw new Misfit([name], `must not lie after the scenario's now, but ${text} does`)
  return at
}

/** The instant of something that follows on something else. */
export function afterwards(tx: Tx, text: string, earlier: Seconds): Seconds {
  const at = instant(tx, text, 'at')
  if (at < earlier) throw new Misfit(['at'], `must not lie before what it follows on, but ${text} does`)
  return at
}
