import type { Route } from '../contract/route.ts'
import type { WebhookSender } from '../outbound/webhook-sender.ts'
import { isAttempt, type AttemptOutcome } from '../resources/deliveries/attempt.ts'
import { deliveryAttemptOf, urlCheckRequest } from '../resources/deliveries/webhook-request.ts'
import type { Outside } from '../resources/preparation.ts'
import { prepare } from '../resources/preparations.ts'
import { Defect } from '../world/errors.ts'
import { peek } from '../world/tx.ts'
import type { RequestContext } from './context.ts'
import { resume } from './replay-turn.ts'

/** What an operation found out before its transaction. */
export interface Asked {
  readonly prepared: unknown
  /** What came of the question, if one was asked. */
  readonly found: AttemptOutcome | undefined
  /** Whether the call has had its turn since then, in a replay. */
  readonly isResumed: boolean
}

/** Finds out what an operation has to know before its transaction: from the world outside, or in a replay from what was found out then. */
export async function preflight(
  courier: WebhookSender,
  {
    exchange,
    route,
    path,
  }: { readonly exchange: RequestContext; readonly route: Route; readonly path: { readonly [name: string]: string } },
  body: unknown,
): Promise<Asked> {
  const { handle } = exchange
  const outside = handle.log.replaying ? oncemore(exchange) : courier.outsideOf(handle)
  const prepared = await peek(handle.world, (tx) => prepare(route.id, { tx, path, body, outside }))
  const found = isAttempt(prepared) ? prepared : undefined
  return { prepared, found, isResumed: handle.log.replaying && found !== undefined }
}

function oncemore(exchange: RequestContext): Outside {
  return {
    ask: async (url) => {
      const found = await resume(exchange)
      if (!found) throw new Defect('A replay does not know what came of a question.')
      return deliveryAttemptOf(urlCheckRequest(url), found)
    },
  }
}
