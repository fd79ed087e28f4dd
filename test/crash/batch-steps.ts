import { containing, type Claim } from './claim.ts'
import { memberLike, personOf, reportsOf, someList } from './member-steps.ts'
import type { WorkerStep } from './step.ts'
import type { Worker } from './worker.ts'

/** Delayed actions: batches, and advances of the clock. */
export const batchSteps: readonly WorkerStep[] = [{ often: 4, take: submitBatch }]

/** Advances of a frozen clock, made by only one worker of a world. */
export const clockSteps: readonly WorkerStep[] = [{ often: 4, take: advance }]

/** Creates a batch that adds members, each with a note. An operation run twice would create two notes, or an error. */
async function submitBatch(worker: Worker): Promise<void> {
  const list = await someList(worker)
  if (worker.fault?.list === list.id) return
  const label = worker.fresh('batch')
  const people = Array.from({ length: 1 + worker.dice.upTo(5) }, () => personOf(worker, 'batched'))
  const at = `/lists/${list.id}/members`
  const operations = people.flatMap((person, i) => [
    { method: 'POST', path: at, operation_id: `${label}.${2 * i}`, body: JSON.stringify(person) },
    {
      method: 'POST',
      path: `${at}/${person.email_address}/notes`,
      operation_id: `${label}.${2 * i + 1}`,
      body: JSON.stringify({ note: `about-${person.email_address}` }),
    },
  ])
  const makes = new Map(
    people.flatMap((person): [string, Claim][] => [
      [`member ${list.id}/${person.email_address}`, memberLike(person)],
      [`note ${list.id}/about-${person.email_address}`, containing({ note: `about-${person.email_address}` })],
    ]),
  )
  for (const { email_address } of people)
    worker.notes.set(`${list.id}/${email_address}`, [`note ${list.id}/about-${email_address}`])
  const later = new Map([...makes].map(([name, claim]): [string, Claim] => [name, perhaps(claim)]))
  const reported = people.flatMap(({ email_address }) => reportsOf(worker, list.id, email_address))
  const plan = { list: list.id, operations: operations.length, makes, reported }
  await worker.write(
    'POST /3.0/batches',
    { operations },
    {
      ifAnswered: ({ id }) => new Map([...later, [`batch ${label}`, batchOf(operations.length, id)]]),
      ifUnanswered: new Map([...later, [`batch ${label}`, batchOf(operations.length)]]),
      done: () => worker.ledger.books.batches.set(label, plan),
    },
  )
}

function perhaps(claim: Claim): Claim {
  return claim.is === 'like' ? { is: 'perhaps', fits: claim.fits } : claim
}

/** The possible counters of a running batch, and the required counters of a finished one. */
function batchOf(operations: number, id?: string): Claim {
  return {
    is: 'like',
    moves: true,
    fits: ({ status, total, finished, id: found }) => {
      if (id !== undefined && id !== found) return false
      if (total !== operations && !(total === 0 && ['pending', 'preprocessing'].includes(status))) return false
      return finished <= operations && (finished === operations || !['finalizing', 'finished'].includes(status))
    },
  }
}

/** Advances the clock of a frozen world. An interrupted advance has stopped partway. */
async function advance(worker: Worker): Promise<void> {
  const clock = worker.ledger.books.claims.get('clock')
  if (clock?.is !== 'exactly') return
  const from = Date.parse(clock.body.now)
  const by = worker.dice.oneOf([100, 300, 1_000, 5_000])
  const { status, body } = await worker.arrange(
    'POST /clock/advance',
    { by },
    {
      ifAnswered: ({ to }) => {
        if (Date.parse(to) !== from + by) worker.report(`an advance by ${by} from ${clock.body.now} led to ${to}`)
        return new Map([['clock', containing({ now: to, mode: 'frozen' })]])
      },
      ifUnanswered: new Map([
        ['clock', { is: 'like', fits: ({ now }) => Date.parse(now) >= from && Date.parse(now) <= from + by }],
      ]),
    },
  )
  if (status >= 400) return
  const { ran } = worker.ledger.books
  for (const { at, job, subject } of body.ran) {
    const run = `${job} of ${subject} at ${at}`
    if (ran.has(run)) worker.report(`${run} ran twice in ${worker.access.id}`)
    ran.add(run)
  }
}
