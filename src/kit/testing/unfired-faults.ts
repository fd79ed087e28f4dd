import { cutText, formatCount } from '../../kernel/support/words.ts'
import { MaildoubleError, type Schemas, type World } from '../client/index.ts'

/**
 * Faults with `must_fire` did not fire, so the test has not tested their effect. The stack points to the call that added the fault.
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

/** The faults of a world that must fire and did not. */
export interface UnfiredFaults {
  /** A line about each. */
  readonly lines: readonly string[]
  /** The stack frames of the call that added the first of them, if this process added it. */
  readonly addedAt: string | undefined
}

/** The stack frames of calls that added faults, by the fault. */
const addedAt = new WeakMap<World, Map<string, string>>()

/** Remembers where the test adds faults to its world, so that an `UnfiredFaultError` can point there. */
export function rememberFaults(world: World): void {
  const places = new Map<string, string>()
  addedAt.set(world, places)
  const { faults, deliveryFaults } = world
  const add = faults.add.bind(faults)
  faults.add = async function addFault(given) {
    const frames = framesAbove(addFault)
    const fault = await add(given)
    if (fault.must_fire) places.set(nameFault('fault', fault), frames)
    return fault
  }
  const addDeliveryFault = deliveryFaults.add.bind(deliveryFaults)
  deliveryFaults.add = async function addFault(given) {
    const frames = framesAbove(addFault)
    const fault = await addDeliveryFault(given)
    if (fault.must_fire) places.set(nameFault('delivery fault', fault), frames)
    return fault
  }
}

/** The stack frames of whatever called a function. */
function framesAbove(called: object): string {
  const here: { stack?: string } = {}
  Error.captureStackTrace(here, called as () => unknown)
  return here.stack?.split('\n').slice(1).join('\n') ?? ''
}

function nameFault(kind: 'fault' | 'delivery fault', { id }: { readonly id: number }): string {
  return `${kind} ${id}`
}

/** The faults of a world that must fire and did not; `undefined` if there are none. */
export async function findUnfiredFaults(world: World): Promise<UnfiredFaults | undefined> {
  // Most worlds have no faults, which one call tells.
  const { counts } = await world.status()
  if (counts['faults'] === undefined && counts['delivery_faults'] === undefined) return undefined
  const [faults, deliveryFaults] = await Promise.all([
    world.faults.list({ unfired: true }),
    world.deliveryFaults.list({ unfired: true }),
  ])
  const unfired = [
    ...faults.map((fault) => ({ fault, name: nameFault('fault', fault), seen: countText(fault.seen, 'call', 'calls') })),
    ...deliveryFaults.map((fault) => ({
      fault,
      name: nameFault('delivery fault', fault),
      seen: countText(fault.seen, 'delivery', 'deliveries'),
    })),
  ]
  const places = addedAt.get(world)
  if (unfired.length === 0) return undefined
  return {
    lines: unfired.map(({ fault, name, seen }) => `${name} never fired, ${seen} matched it: ${described(fault)}`),
    addedAt: unfired.map(({ name }) => places?.get(name)).find((frames) => frames !== undefined),
  }
}

/** Maximum number of faults in the message of an error. */
const LISTED_MAX = 5

/** Maximum length of a line about a fault. */
const COLUMNS = 100

/** The error for faults that did not fire. `story` tells what happened instead. */
export function unfiredFaultError({ lines, addedAt: frames }: UnfiredFaults, story: string): UnfiredFaultError {
  const listed = lines.slice(0, LISTED_MAX).map((line) => `  ${cutText(line, COLUMNS - 2)}`)
  const error = new UnfiredFaultError(
    [
      lines.length === 1
        ? 'A fault of this test must fire and did not:'
        : `${lines.length} faults of this test must fire and did not:`,
      ...listed,
      ...(lines.length > LISTED_MAX ? [`  and ${lines.length - LISTED_MAX} more`] : []),
      ...(story === '' ? [] : ['', story]),
    ].join('\n'),
  )
  if (frames !== undefined) error.stack = `${error.name}: ${error.message}\n${frames}`
  return error
}

function described({ match, when, effect }: Schemas['Fault'] | Schemas['DeliveryFault']): string {
  const parts = Object.entries({ match, when, effect }).filter(
    ([, part]) => typeof part === 'string' || Object.keys(part).length > 0,
  )
  return JSON.stringify(Object.fromEntries(parts))
}

function countText(number: number, one: string, many: string): string {
  return number === 0 ? `no ${one}` : formatCount(number, one, many)
}
