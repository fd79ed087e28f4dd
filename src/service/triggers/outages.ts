import { InvalidFaultError } from '../faults/mistakes.ts'
import { endOutage, startOutage } from '../faults/definition.ts'
import { outageOrThrow, type OutageRow, UnknownOutageError } from '../model/faults/fault.ts'
import type { ReadTx } from '../../kernel/world/tx.ts'
import { makeTriggerRefusal, TriggerRefusal, type Triggers } from './trigger.ts'

/** An outage of the scenario begins and ends. */
export const outageTriggers = {
  'outage.start': (tx, { outage: name }) => {
    const outage = requireNamedOutage(tx, name)
    try {
      return { changed: startOutage(tx, outage) ? [{ entity: 'outage', id: name }] : [] }
    } catch (error) {
      throw error instanceof InvalidFaultError ? makeTriggerRefusal(error.message) : error
    }
  },

  'outage.end': (tx, { outage: name }) => ({
    changed: endOutage(tx, requireNamedOutage(tx, name)) ? [{ entity: 'outage', id: name }] : [],
  }),
} satisfies Partial<Triggers>

function requireNamedOutage(tx: ReadTx, name: string): OutageRow {
  try {
    return outageOrThrow(tx, name)
  } catch (error) {
    throw error instanceof UnknownOutageError ? new TriggerRefusal(error.message, '/outage') : error
  }
}
