import { readDuration, readInstant, type Seconds } from '../../../kernel/support/time.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { ScenarioDataError, type Path } from '../read/scenario-error.ts'
import { lists, type ListRow } from '../../model/lists/list.ts'

/** Data whose instants have been converted. */
type Dated<Data, Name extends PropertyKey> = Omit<Data, Name> & { readonly [Each in Name]?: Seconds }

/** Converts the named instants to seconds. Relative instants count from now; missing ones stay missing. */
export function dated<Data extends { readonly [Each in Name]?: string }, const Name extends keyof Data & string>(
  tx: ReadTx,
  data: Data,
  names: readonly Name[],
): Dated<Data, Name> {
  const read = names.flatMap((name) => {
    const text: string | undefined = data[name]
    return text === undefined ? [] : [[name, readPlantedInstant(tx, text, name)] as const]
  })
  return { ...data, ...Object.fromEntries(read) } as Dated<Data, Name>
}

/** Reads an instant that must not be in the future; `name` is its member. */
export function readPlantedInstant(tx: ReadTx, text: string, name: string): Seconds {
  if (text.startsWith('-')) return tx.now + Math.ceil((readDuration(text) ?? 0) / 1000)
  const at = readInstant(text)
  if (at === undefined) throw new ScenarioDataError([name], `must be an instant of the calendar, which ${text} is not`)
  if (at > tx.now) throw new ScenarioDataError([name], `must not lie after the scenario's now, but ${text} does`)
  return at
}

/** Reads an instant that must not be before an earlier one. */
export function readLaterInstant(tx: ReadTx, text: string, earlier: Seconds): Seconds {
  const at = readPlantedInstant(tx, text, 'at')
  if (at < earlier) throw new ScenarioDataError(['at'], `must not lie before what it follows on, but ${text} does`)
  return at
}

/** The list of the scenario that has an id. */
export function requireOwnList(tx: ReadTx, id: string, path: Path = ['list']): ListRow {
  const list = tx.first(lists.key, { id })
  if (list) return list
  throw new ScenarioDataError(path, `must be the id of a list of this scenario, but ${id} is none`)
}

/** Rejects an id, or another value, that one of the others has already. */
export function refuseTaken(others: string, value: string | number | undefined, holder: unknown, path: Path = ['id']): void {
  if (value === undefined || !holder) return
  throw new ScenarioDataError(path, `must differ from those of other ${others}, but ${value} does not`)
}
