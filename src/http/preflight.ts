import type { Route } from '../contract/route.ts'
import type { WebhookSender } from '../outbound/webhook-sender.ts'
import { isAttempt, type AttemptOutcome } from '../resources/deliveries/attempt.ts'
import { deliveryAttemptOf, urlCheckRequest } from '../resources/deliveries/webhook-request.ts'
import type { Outbound } from '../resources/preparation.ts'
import { prepare } from '../resources/preparations.ts'
import { Defect } from '../world/errors.ts'
import { peek } from '../world/tx.ts'
import type { RequestContext } from './context.ts'
import { resume } from './replay-turn.ts'

/** What an operation found out before its transaction. */
export interface PreflightResult {
  readonly prepared: unknown
  /** The outcome of the outgoing request, if there was one. */
  readonly found: AttemptOutcome | undefined
  /** Whether the call has already had its turn since then, in a replay. */
  readonly isResumed: boolean
}

/** Finds out what an operation needs before its transaction: by an outgoing request, or in a replay from the recorded outcome. */
export async function preflight(
  webhookSender: WebhookSender,
  {
    context,
    route,
    path,
  }: { readonly context: RequestContext; readonly route: Route; readonly path: { readonly [name: string]: string } },
  body: unknown,
): Promise<PreflightResult> {
  const { handle } = context
  const outside = handle.log.replaying ? replayedOutside(context) : webhookSender.outboundOf(handle)
  const prepared = await peek(handle.world, (tx) => prepare(route.id, { tx, path, body, outbound: outside }))
  const found = isAttempt(prepared) ? prepared : undefined
  return { prepared, found, isResumed: handle.log.replaying && found !== undefined }
}

function replayedOutside(context: RequestContext): Outbound {
  return {
    checkUrl: async (url) => {
      const found = await resume(context)
      if (!found) throw new Defect('The recording has no outcome for an outgoing request of this call.')
      return deliveryAttemptOf(urlCheckRequest(url), found)
    },
  }
}
