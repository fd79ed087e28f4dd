import { MaildoubleError, type Schemas, type World } from '../client/index.ts'

/**
 * Faults with `must_fire` did not fire, so the test did not test what it is meant to.
 *
 * @example
 * import { test } from 'maildouble/vitest'
 * test.fails('makes no call that could fail, and ends with an UnfiredFaultError', async ({ world }) => {
 *   await world.faults.add({ match: { operation: 'ping' }, effect: { connection: 'reset' }, must_fire: true })
 * })
 */
export class UnfiredFaultError extends MaildoubleError {
  static {
    this.prototype.name = 'UnfiredFaultError'
  }
}

/** Maximum number of calls and webhooks in a message. */
const LISTED_MAX = 20

/**
 * The faults of a world that must fire and did not, as an error that lists the calls that were made. Returns `undefined` if there
 * are none.
 */
export async function unfiredFaults(world: World): Promise<UnfiredFaultError | undefined> {
  // Most worlds have no faults, which one call tells.
  const { counts } = await world.status()
  if (counts['faults'] === undefined && counts['delivery_faults'] === undefined) return undefined
  const [faults, deliveryFaults] = await Promise.all([
    world.faults.list({ unfired: true }),
    world.deliveryFaults.list({ unfired: true }),
  ])
  const unfired = [
    ...faults.map((fault) => `  fault ${fault.id} ${described(fault)}; ${count(fault.seen, 'call')} matched it`),
    ...deliveryFaults.map(
      (fault) => `  delivery fault ${fault.id} ${described(fault)}; ${count(fault.seen, 'delivery')} matched it`,
    ),
  ]
  if (unfired.length === 0) return undefined
  return new UnfiredFaultError(
    [
      `${unfired.length === 1 ? 'A fault of this test has must_fire' : 'Faults of this test have must_fire'} and never fired:`,
      ...unfired,
      ...(faults.length > 0 ? await callsOf(world) : []),
      ...(deliveryFaults.length > 0 ? await deliveriesOf(world) : []),
    ].join('\n'),
  )
}

function described({ match, when, effect }: Schemas['Fault'] | Schemas['DeliveryFault']): string {
  const parts = Object.entries({ match, when, effect }).filter(
    ([, part]) => typeof part === 'string' || Object.keys(part).length > 0,
  )
  return JSON.stringify(Object.fromEntries(parts))
}

async function callsOf(world: World): Promise<string[]> {
  const calls = await world.requests.list({ order: 'desc', limit: LISTED_MAX })
  const lines = calls
    .toReversed()
    .map(
      ({ method, path, operation, status }) => `  ${method} ${path} -> ${status ?? 'no answer'} (${operation ?? 'no operation'})`,
    )
  return [heading(lines.length, 'calls', 'last'), ...lines]
}

async function deliveriesOf(world: World): Promise<string[]> {
  const deliveries = await world.deliveries.list({ limit: LISTED_MAX })
  const lines = deliveries.map(({ event, url, status }) => `  ${event} to ${url}, ${status}`)
  return [heading(lines.length, 'webhook deliveries', 'first'), ...lines]
}

function heading(listed: number, what: string, which: 'first' | 'last'): string {
  return listed === 0 ? `There were no ${what}.` : `The ${listed === LISTED_MAX ? `${which} ${LISTED_MAX} ` : ''}${what}:`
}

function count(number: number, what: 'call' | 'delivery'): string {
  const plural = what === 'call' ? 'calls' : 'deliveries'
  return number === 0 ? `no ${what}` : `${number} ${number === 1 ? what : plural}`
}
