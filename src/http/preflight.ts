import { isAttempt } from '../resources/deliveries/attempt.ts'
import { deliveryAttemptOf, urlCheckRequest } from '../resources/deliveries/webhook-request.ts'
import type { Outbound } from '../resources/preparation.ts'
import { prepare } from '../resources/preparations.ts'
import { Defect } from '../world/errors.ts'
import { peek } from '../world/tx.ts'
import type { RequestContext } from './context.ts'

/** Makes the outgoing request that an operation needs before its transaction. A replay uses the recorded outcome instead. */
export async function askOutside(context: RequestContext): Promise<undefined> {
  const { handle, body, operation, parts } = context
  const { route, path } = operation
  const outside = handle.log.replaying ? replayedOutside(context) : parts.webhookSender.outboundOf(handle)
  const prepared = await peek(handle.world, (tx) => prepare(route.id, { tx, path, body, outbound: outside }))
  context.prepared = prepared
  if (isAttempt(prepared)) context.outcome = prepared
}

function replayedOutside(context: RequestContext): Outbound {
  return {
    checkUrl: async (url) => {
      const outcome = await context.recordedOutcome()
      if (!outcome) throw new Defect('The recording has no outcome for an outgoing request of this call.')
      return deliveryAttemptOf(urlCheckRequest(url), outcome)
    },
  }
}
