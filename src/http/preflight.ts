import type { Route } from '../contract/route.ts'
import type { Courier } from '../outbound/webhook-sender.ts'
import { isAttempt, type Found } from '../resources/deliveries/attempt.ts'
import { attemptOf, questionTo } from '../resources/deliveries/webhook-request.ts'
import type { Outside } from '../resources/preparation.ts'
import { prepare } from '../resources/preparations.ts'
import { Defect } from '../world/errors.ts'
import { peek } from '../world/tx.ts'
import type { Exchange } from './context.ts'
import { resume } from './replay-turn.ts'

/** What an operation found out before its transaction. */
export interface Asked {
  readonly prepared: unknown
  /** What came of the question, if one was asked. */
  readonly found: Found | undefined
  /** Whether the call has had its turn since then, in a replay. */
  readonly isResumed: boolean
}

/** Finds out what an operation has to know before its transaction: from the world outside, or in a replay from what was found out then. */
export async function askFirst(
  courier: Courier,
  {
    exchange,
    route,
    path,
  }: { readonly exchange: Exchange; readonly route: Route; readonly path: { readonly [name: string]: string } },
  body: unknown,
): Promise<Asked> {
  const { cell } = exchange
  const outside = cell.log.replaying ? oncemore(exchange) : courier.outsideOf(cell)
  const prepared = await peek(cell.world, (tx) => prepare(route.id, { tx, path, body, outside }))
  const found = isAttempt(prepared) ? prepared : undefined
  return { prepared, found, isResumed: cell.log.replaying && found !== undefined }
}

function oncemore(exchange: Exchange): Outside {
  return {
    ask: async (url) => {
      const found = await resume(exchange)
      if (!found) throw new Defect('A replay does not know what came of a question.')
      return attemptOf(questionTo(url), found)
    },
  }
}
