import type { ControlSchemas } from '../../../kernel/contract/control.ts'
import { documents } from '../../../kernel/contract/documents.ts'
import { chooseWords } from '../../../service/vocabulary/words.ts'
import type { WorldHandle } from '../../runtime/world-handle.ts'
import type { ControlContext } from '../context.ts'
import { listCallAssumptions } from '../requests/view.ts'
import type { KnownThing } from './summary.ts'

/** The assumptions that the requests in the history of a thing relied on, with how each compares with the service. */
export async function assumptionsBehind(
  { evidence }: Pick<ControlContext, 'evidence'>,
  { world, log: { journal } }: WorldHandle,
  { history }: KnownThing,
): Promise<Pick<ControlSchemas['Why'], 'assumptions'>> {
  if (!evidence) return {}
  const requests = new Set(history.steps.flatMap(({ cause }) => (cause && 'request' in cause ? cause.request : [])))
  const calls = journal.all().filter(({ id }) => requests.has(id))
  const ids = await Promise.all(calls.map((call) => listCallAssumptions(call, chooseWords(world.settings))))
  const { 'x-assumptions': texts = {} } = await documents.service()
  const assumptions = [...new Set(ids.flat())].toSorted().flatMap((id) => {
    const text = texts[id]
    return text ? [{ id, ...text, evidence: evidence.about(id) }] : []
  })
  return { assumptions }
}
