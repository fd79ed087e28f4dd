// Notes what the tests of a run drive, for docs/conformance.md: per operation the tests that called it and the statuses it answered, per state
// machine and event of webhooks the tests that led there. Only what happens in the process of the tests is seen.
import { AsyncLocalStorage } from 'node:async_hooks'
import { Coverage } from '../../src/server/log/coverage/coverage.ts'
import type { DeliveryRow } from '../../src/service/resources/deliveries/delivery.ts'
import { machines } from '../../src/service/resources/machines.ts'
import type { Row } from '../../src/kernel/world/table.ts'
import type { Tx } from '../../src/kernel/world/tx.ts'

/** The tests that were seen to reach a thing, by outcome. */
type Seen = Map<string, Set<string>>

/** The tests by the operations, moves and events that they drove; `''` stands for code outside of tests, such as `beforeAll`. */
const operations = new Map<string, Seen>()
const moves = new Map<string, Seen>()
const events = new Map<string, Seen>()

const running = new AsyncLocalStorage<string>()
/** The test that began last: a server answers outside of the context of the test that calls it. */
let last = ''

/** Runs a test, and notes the operations, moves and events that the test drives. */
export async function during(test: string, run: () => Promise<void>): Promise<void> {
  last = test
  try {
    await running.run(test, run)
  } finally {
    if (last === test) last = ''
  }
}

/** Returns the notes since the last call, as numbers of tests. */
export function takeSeen(): object {
  const driving = new Set([...operations.values()].flatMap((seen) => [...seen.values()].flatMap((tests) => [...tests])))
  driving.delete('')
  const taken = {
    driving: driving.size,
    operations: countedIn(operations),
    moves: countedIn(moves),
    events: countedIn(events),
  }
  for (const each of [operations, moves, events]) each.clear()
  return taken
}

/** For each thing, the number of tests in all and by what became of it. */
function countedIn(things: Map<string, Seen>): object {
  return Object.fromEntries(
    [...things].map(([name, seen]) => {
      const tests = new Set([...seen.values()].flatMap((each) => [...each]))
      tests.delete('')
      const outcomes = [...seen].map(([outcome, each]) => [outcome, each.has('') ? each.size - 1 : each.size])
      return [name, { tests: tests.size, outcomes: Object.fromEntries(outcomes) }]
    }),
  )
}

function note(things: Map<string, Seen>, name: string, outcome: string): void {
  const seen = things.get(name) ?? new Map<string, Set<string>>()
  things.set(name, seen)
  const tests = seen.get(outcome) ?? new Set()
  seen.set(outcome, tests)
  tests.add(running.getStore() ?? last)
}

/** A state machine, as far as it is watched. */
interface WatchedMachine {
  readonly name: string
  changed?(tx: Tx, row: StatusRow, before: StatusRow | undefined, move: string | undefined): void
}

type StatusRow = Row & { readonly status: string } & Partial<Pick<DeliveryRow, 'event'>>

/** Notes the moves of a machine as `from > to`, and `> to` for a new row. */
function watch(machine: WatchedMachine): void {
  const { changed } = machine
  machine.changed = (tx, row, before, move) => {
    note(moves, machine.name, `${before?.status ?? ''} > ${row.status}`)
    if (row.event !== undefined && machine.name === 'delivery') note(events, row.event, row.status)
    changed?.(tx, row, before, move)
  }
}

for (const machine of machines) watch(machine)

const { note: count } = Coverage.prototype
Coverage.prototype.note = function (call) {
  // The answers that a fault or a trigger header makes are none of the operation's own.
  if (call.route && !call.logged.injected && call.logged.status !== null) {
    note(operations, `${call.contract} ${call.route.id}`, String(call.logged.status))
  }
  count.call(this, call)
}
