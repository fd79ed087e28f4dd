import type { ReadTx } from '../../../kernel/world/tx.ts'
import { lists, type ListRow } from '../../model/lists/list.ts'
import { type Path, ScenarioDataError } from '../read/scenario-error.ts'

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
