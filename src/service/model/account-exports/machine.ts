import { Defect } from '../../../kernel/world/errors.ts'
import { defineMachine } from '../../../kernel/world/machine.ts'
import { accountExports, type AccountExportRow } from './export.ts'

export type AccountExportMove = 'finish'

/** The state machine of an export. It is finished by a job of the clock, once its last file is written. */
export const accountExportMachine = defineMachine<AccountExportRow, AccountExportMove>(accountExports, {
  name: 'account export',
  states: { running: 'initial', finished: 'reached' },
  moves: { finish: { from: ['running'], to: 'finished' } },
  refuse: ({ id, status }, move) => new Defect(`The export ${id} is ${status}: it cannot ${move}.`),
})
