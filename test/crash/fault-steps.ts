import { GONE, type Claim } from './claim.ts'
import { join, someList } from './member-steps.ts'
import type { WorkerStep } from './step.ts'
import { Unanswered } from './line.ts'
import type { Worker } from './worker.ts'

/** Faults that count their matching calls. */
export const faultSteps: readonly WorkerStep[] = [{ often: 6, take: stepFault }]

type Fault = NonNullable<Worker['fault']>

/** Creates a fault, triggers it as often as it should fire, and deletes it: one step at a time. */
async function stepFault(worker: Worker): Promise<unknown> {
  const { fault } = worker
  if (!fault) return createFault(worker)
  if (!worker.ledger.books.claims.has(nameOf(fault))) return (worker.fault = undefined)
  if (fault.refused + fault.doubtful > fault.first) return deleteFault(worker, fault)
  return triggerFault(worker, fault)
}

async function createFault(worker: Worker): Promise<void> {
  const { id: list } = await someList(worker)
  if (worker.hasOpenBatch(list)) return
  const first = 1 + worker.dice.upTo(3)
  const fault: Fault = { list, first, refused: 0, doubtful: 0 }
  const after = new Map([[nameOf(fault), countsOf(fault)]])
  await worker.arrange(
    'POST /faults',
    {
      match: { operation: 'addMember', path: pathOf(list) },
      when: { first },
      effect: { problem: { preset: 'TooManyRequests' } },
    },
    { ifAnswered: () => after, ifUnanswered: after, done: () => (worker.fault = fault) },
  )
}

/** A call that the fault rejects, or the first one that it lets through. */
async function triggerFault(worker: Worker, fault: Fault): Promise<void> {
  try {
    const status = await join(worker, fault.list)
    if (status === 429) {
      if (++fault.refused > fault.first) worker.report(`${nameOf(fault)} fired ${fault.refused} times of ${fault.first}`)
      return
    }
    if (fault.refused + fault.doubtful < fault.first)
      worker.report(`${nameOf(fault)} let pass a call when it had fired ${fault.refused} times of ${fault.first}`)
    fault.refused = fault.first + 1
  } catch (error) {
    if (error instanceof Unanswered) fault.doubtful++
    throw error
  }
}

async function deleteFault(worker: Worker, fault: Fault): Promise<void> {
  const { body } = await worker.control('GET /faults?limit=1000')
  const mine = body.faults.find(({ match }: { match: { path: string } }) => match.path === pathOf(fault.list))
  if (!mine) return worker.report(`${nameOf(fault)} is lost`)
  const after = new Map([[nameOf(fault), GONE]])
  await worker.arrange(`DELETE /faults/${mine.id}`, undefined, {
    ifAnswered: () => after,
    ifUnanswered: after,
    done: () => (worker.fault = undefined),
  })
}

/** The possible counts: each answered call, plus any number of the unanswered ones. */
function countsOf(fault: Fault): Claim {
  return {
    is: 'like',
    moves: true,
    fits: ({ seen, fired }) => {
      const known = Math.min(fault.refused, fault.first + 1)
      return seen >= known && seen <= known + fault.doubtful && fired === Math.min(seen, fault.first)
    },
  }
}

const pathOf = (list: string): string => `/lists/${list}/members`
const nameOf = ({ list }: { readonly list: string }): string => `fault ${pathOf(list)}`
