import { exactly, GONE, containing, type Claim, type Claims } from './claim.ts'
import { copyOf, type Books } from './ledger.ts'
import type { WorkerStep } from './step.ts'
import type { Worker } from './worker.ts'

/** Steps on a world as a whole, by a worker that has it to itself. */
export const worldSteps: readonly WorkerStep[] = [
  { often: 2, take: takeSnapshot },
  { often: 2, take: restore },
  { often: 1, take: reset },
  { often: 2, take: set },
]

async function takeSnapshot(worker: Worker): Promise<void> {
  if (worker.fault) return
  const name = `s${worker.dice.upTo(3)}`
  const books = copyOf(worker.ledger.books)
  const before = worker.snapshots.get(name)
  // Without a response, a snapshot of the same instant and number of rows is indistinguishable from the previous one, so neither is
  // restored.
  worker.snapshots.delete(name)
  const { status } = await worker.arrange(
    'POST /snapshots',
    { name },
    {
      ifAnswered: (answer) => new Map([[`snapshot ${name}`, exactly(answer)]]),
      ifUnanswered: new Map([[`snapshot ${name}`, { is: 'like', fits: (body) => isAt(body.at, books) }]]),
      done: () => worker.snapshots.set(name, books),
    },
  )
  if (status >= 400 && before) worker.snapshots.set(name, before)
}

/** Whether an instant is the instant of the clock in a ledger. */
function isAt(at: string, { claims }: Books): boolean {
  const clock = claims.get('clock')
  return clock?.is !== 'exactly' || clock.body.now === at
}

async function restore(worker: Worker): Promise<void> {
  const names = [...worker.snapshots.keys()].filter((name) => worker.ledger.books.claims.has(`snapshot ${name}`))
  if (worker.fault || names.length === 0) return
  const name = worker.dice.oneOf(names)
  const books = worker.snapshots.get(name)
  if (books) await goBack(worker, `POST /snapshots/${name}/restore`, books)
}

async function reset(worker: Worker): Promise<void> {
  if (!worker.fault && worker.origin) await goBack(worker, 'POST /reset', worker.origin)
}

/** Resets or restores the world and its ledger. Snapshots stay as they are. */
async function goBack(worker: Worker, line: string, books: Books): Promise<void> {
  const after = differenceTo(worker.ledger.books, books)
  worker.ledger.books.reports.clear()
  const before = worker.ledger.books
  await worker.arrange(line, undefined, {
    ifAnswered: () => after,
    ifUnanswered: after,
    done: () => {
      // What was resolved while the call had no response is in the claims; everything else is as it was then.
      const { claims } = worker.ledger.books
      worker.ledger.books = { ...copyOf(books), claims: new Map(claims) }
      worker.spent.length = 0
      worker.code = undefined
      for (const token of before.tokens) if (!books.tokens.has(token)) worker.lost.add(token)
      for (const token of books.tokens) worker.lost.delete(token)
    },
  })
}

function differenceTo(now: Books, then: Books): Claims {
  const isKept = (name: string): boolean => name.startsWith('snapshot ')
  const after = new Map<string, Claim>()
  for (const name of now.claims.keys()) if (!isKept(name)) after.set(name, GONE)
  for (const [name, claim] of then.claims) if (!isKept(name)) after.set(name, claim)
  return after
}

async function set(worker: Worker): Promise<void> {
  const settings = worker.ledger.books.claims.get('settings')
  if (settings?.is !== 'exactly') return
  const search_limit = 1 + ((settings.body.search_limit + worker.dice.upTo(50)) % 100)
  await worker.arrange(
    'PATCH /settings',
    { search_limit },
    {
      ifAnswered: (answer) => new Map([['settings', exactly(worker.neutral(answer))]]),
      ifUnanswered: new Map([['settings', containing({ ...settings.body, search_limit })]]),
    },
  )
}
