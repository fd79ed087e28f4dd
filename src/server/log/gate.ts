import type { Attempt } from '../../service/model/deliveries/delivery.ts'
import type { AttemptOutcome, WebhookRequest } from '../../service/rules/deliveries/webhook-request.ts'
import type { Call } from './call.ts'
import type { WorldLog } from './log.ts'

/** Decides when a waiting call continues, and who answers its outgoing requests. A replay has a gate of its own. */
export interface Gate {
  /** Notes that a call has arrived. */
  readonly arrived: (call: Call) => void
  /**
   * Records that a call continues after a wait, with the outcome of its outgoing request, if any. Returns a promise if the call has to
   * wait on until then.
   */
  readonly resume: (log: WorldLog, call: Call, found?: AttemptOutcome) => Promise<void> | undefined
  /** Makes a request for a call by `send`, or answers it from elsewhere. */
  readonly ask: (log: WorldLog, call: Call, request: WebhookRequest, send: () => Promise<Attempt>) => Promise<Attempt>
}

/** The gate of a server in service: nothing waits longer than it must. */
export const OPEN_GATE: Gate = {
  arrived: () => {},
  resume: ({ entries }, call, found) => void entries.resume(call, found),
  ask: (_log, _call, _request, send) => send(),
}
