import type { WorldHandle } from '../../runtime/world-handle.ts'
import { upperFirst } from '../../../kernel/support/words.ts'
import { isoMillis } from '../../../kernel/support/time.ts'
import type { CauseDescriber } from '../words/cause.ts'
import { describeThing, type TableRow } from '../words/describe-thing.ts'
import { type Entity, readRowField } from '../words/entities.ts'
import type { HistoryStep, HistorySteps } from './history.ts'

/** A thing that exists or existed, and its history. */
export interface KnownThing {
  readonly entity: Entity
  readonly thing: TableRow
  readonly exists: boolean
  /** Whether it no longer has the requested id. */
  readonly byOldId: boolean
  readonly isPlanted: boolean
  readonly history: HistorySteps
}

/** The history of a thing in a few sentences. */
export function historySummary(handle: WorldHandle, known: KnownThing, describe: CauseDescriber): string {
  const { exists, isPlanted, history, entity, thing } = known
  const name = describeThing(handle, entity, thing)
  const last = history.steps.at(-1)
  const when = (step: HistoryStep): string => `${describe(step.historyEntry)} ${VERBS[step.change]} it`
  const begun = history.creation
    ? `${upperFirst(when(history.creation))} at ${isoMillis(history.creation.at)}`
    : isPlanted
      ? `The scenario ${handle.world.scenario} created it`
      : 'What created it is no longer known'
  if (!exists) {
    const gone = last?.change === 'deleted' ? `${when(last)} at ${isoMillis(last.at)}` : 'what deleted it is no longer known'
    return `${upperFirst(name)} is gone: ${gone}. ${begun}.`
  }
  const status = readRowField(thing.row, 'status')
  const state = typeof status === 'string' ? `is ${status}` : 'exists'
  const since = !last || last === history.creation || (last.change === 'created' && history.steps.length === 1)
  const changed =
    since || !last ? 'nothing has changed it since' : `${describe(last.historyEntry)} changed it last, at ${isoMillis(last.at)}`
  const explained = entity.explain?.(thing.row)
  return [`${upperFirst(name)} ${state}. ${begun}; ${changed}.`, explained].filter(Boolean).join(' ')
}

const VERBS = { created: 'created', changed: 'changed', deleted: 'deleted' } as const
