import type { ControlSchemas } from '../../../kernel/contract/control.ts'
import type { UnreadableWorld } from '../../runtime/persistence-error.ts'
import type { WorldHandle } from '../../runtime/world-handle.ts'
import { summarizeWorld, type WorldSummary } from '../../runtime/persistence.ts'
import { isoMillis } from '../../../kernel/support/time.ts'
import { isOver } from '../../../kernel/support/when.ts'
import { peek } from '../../../kernel/world/tx.ts'
import { faults } from '../../../service/model/faults/fault.ts'
import { deliveries, type DeliveryRow } from '../../../service/model/deliveries/delivery.ts'
import { deliveryFaults } from '../../../service/model/deliveries/fault.ts'
import { emails } from '../../../service/model/emails/email.ts'
import type { Call } from '../../log/call.ts'

/** View of a world, with everything an application needs to connect to it. */
export function worldView({ world }: WorldHandle): ControlSchemas['World'] {
  return summaryView(summarizeWorld(world))
}

export function summaryView(world: WorldSummary): ControlSchemas['World'] {
  const { api_key, dc, client_id, client_secret, redirect_uri } = world.credentials
  return {
    id: world.id,
    scenario: world.scenario,
    seed: world.seed,
    now: isoMillis(world.clock.now),
    clock: { mode: world.clock.mode, rate: world.clock.rate },
    api_key,
    dc,
    base_url: world.base_url,
    root_url: readServerAddress(world),
    auth_url: world.base_url,
    oauth: { client_id, client_secret, redirect_uri },
    assistants: world.settings.assistants,
    counts: world.counts,
  }
}

/** The address of the server that holds a world. */
function readServerAddress({ id, base_url }: Pick<WorldSummary, 'id' | 'base_url'>): string {
  const below = `/_worlds/${id}`
  return base_url.endsWith(below) ? base_url.slice(0, -below.length) : base_url
}

export function unreadableView({ world, message }: UnreadableWorld): ControlSchemas['UnreadableWorld'] {
  return { id: world, reason: message }
}

/** What has happened in a world, as far as its journal reaches. */
export function summarizeActivity({ world, log }: WorldHandle): ControlSchemas['Activity'] {
  const calls = log.journal.all()
  const { now } = world.clock
  return peek(world, (tx) => {
    const armed = tx
      .range(faults.key)
      .all()
      .filter((fault) => !isOver(fault.when, log.faults.of(fault), now))
    const armedForDeliveries = tx
      .range(deliveryFaults.key)
      .all()
      .filter((fault) => !isOver(fault.when, fault, now))
    const sent = tx
      .range(deliveries.key)
      .all()
      .filter(({ event }) => event !== 'validation')
    return {
      calls: calls.length,
      refused: calls.filter(({ status }) => status !== null && status >= 400).length,
      last_call: lastCall(calls.at(-1)),
      webhooks: sent.length,
      failed_webhooks: sent.filter(({ status }) => FAILED.has(status)).length,
      emails: tx.range(emails.key).count,
      armed_faults: armed.length + armedForDeliveries.length,
    }
  })
}

const FAILED: ReadonlySet<DeliveryRow['status']> = new Set(['retrying', 'failed', 'blocked'])

function lastCall(call: Call | undefined): ControlSchemas['Activity']['last_call'] {
  if (!call) return null
  const { id, at, real_at, method, path, status } = call
  return { id, at: isoMillis(at), real_at: isoMillis(real_at), method, path, status }
}
