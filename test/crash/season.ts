import { DEADLINE_MS } from '../deadline.ts'
import { Dice } from '../simulation/dice.ts'
import { batchSteps, clockSteps } from './batch-steps.ts'
import { faultSteps } from './fault-steps.ts'
import { copyOf, Ledger } from './ledger.ts'
import type { Line } from './line.ts'
import { memberSteps } from './member-steps.ts'
import { checkTokens, signInSteps } from './sign-in-steps.ts'
import type { WorkerStep } from './step.ts'
import { readView, accessOf, type WorldAccess } from './view.ts'
import { Worker } from './worker.ts'
import { worldSteps } from './world-steps.ts'
import type { Body } from '../mock.ts'

/** A world and its workers. */
export interface Stage {
  readonly access: WorldAccess
  readonly ledger: Ledger
  readonly workers: readonly { readonly worker: Worker; readonly steps: readonly WorkerStep[] }[]
}

const COMMON = [...memberSteps, ...batchSteps, ...faultSteps]
const ALL = [...COMMON, ...clockSteps, ...worldSteps, ...signInSteps]
/** Stats are never stale, clients do not wait for each other, and deliveries started by a dead process are soon taken over. */
const SETTINGS = { stats_cache: 0, connections: 0, webhooks: { timeout: 1_000 } }

/** State shared by the workers of a season. */
export interface Circumstances {
  readonly seed: string
  readonly hooks: string
  readonly report: (wrong: string) => void
}

/** The initial worlds: two shared by several clients, one of which has a running clock, and two with a client each. */
export async function openSeason(line: Line, number: number, circumstances: Circumstances): Promise<Stage[]> {
  const { report } = circumstances
  const made = async (options: object): Promise<WorldAccess> =>
    accessOf((await line.call('POST /_control/worlds', { settings: SETTINGS, ...options })).body)
  const frozen = await made({ id: `frozen-${number}`, scenario: 'empty' })
  const running = await made({ id: `running-${number}`, scenario: 'empty', clock: { mode: 'scaled', rate: 30 } })
  const own = await made({ id: `own-${number}`, scenario: 'starter' })
  await line.call('POST /_control/reset')
  const { snapshots } = (await line.call('GET /_control/snapshots')).body
  for (const { name } of snapshots) await line.call(`DELETE /_control/snapshots/${name}`)
  const main = accessOf((await line.call('GET /_control/worlds/default')).body)
  const stages = [
    stageOf(
      frozen,
      [
        ['ann', [...COMMON, ...clockSteps, ...signInSteps]],
        ['ben', COMMON],
        ['cat', COMMON],
      ],
      circumstances,
    ),
    stageOf(
      running,
      [
        ['dan', COMMON],
        ['eve', COMMON],
        ['flo', COMMON],
      ],
      circumstances,
    ),
    stageOf(own, [['alone', ALL]], circumstances),
    stageOf(main, [['alone', ALL]], circumstances),
  ]
  for (const { access, ledger, workers } of stages) {
    const { view, wrong } = await readView(line, access)
    wrong.forEach(report)
    ledger.begin(view)
    if (access === running) ledger.books.claims.set('clock', runningFrom(view.get('clock')))
    for (const { worker } of workers) worker.origin = copyOf(ledger.books)
  }
  return stages
}

/** A monotonic clock. */
function runningFrom({ now }: { now: string }) {
  let last = now
  const fits = (clock: Body): boolean => {
    const isLater = clock.now >= last && clock.mode === 'scaled'
    last = clock.now
    return isLater
  }
  return { is: 'like', moves: true, fits } as const
}

function stageOf(
  access: WorldAccess,
  names: readonly (readonly [string, readonly WorkerStep[]])[],
  { seed, hooks, report }: Circumstances,
): Stage {
  const ledger = new Ledger()
  const workers = names.map(([name, steps]) => {
    const dice = new Dice(`${seed}/${access.id}/${name}`)
    return { steps, worker: new Worker({ name, access, ledger, dice, hooks, report }) }
  })
  return { access, ledger, workers }
}

/** Compares a world with the acknowledged writes, and returns the number of comparisons. */
export async function compare(line: Line, { access, ledger, workers }: Stage, report: (wrong: string) => void): Promise<number> {
  await rest(line, access, report)
  const { view, wrong } = await readView(line, access, labelIn(ledger))
  for (const what of [...wrong, ...ledger.settle(view)]) report(`${access.id}: ${what}`)
  for (const { worker } of workers) await checkTokens(worker)
  return view.size
}

/** Runs all scheduled jobs to their end and compares for the last time. */
export async function end(line: Line, stage: Stage, report: (wrong: string) => void): Promise<void> {
  const { access, ledger } = stage
  const { mode } = (await line.call(`GET /_control/worlds/${access.id}/clock`)).body
  if (mode === 'frozen') {
    await line.call(`POST /_control/worlds/${access.id}/clock/advance`, { by: 'PT5M' })
    ledger.books.claims.set('clock', { is: 'like', fits: () => true })
  }
  await compare(line, stage, report)
  for (const label of ledger.books.batches.keys())
    if (!ledger.books.finished.has(label)) report(`${access.id}: the batch ${label} was never finished`)
}

/** A world with a running clock is not idle before its batches are done, as they must be in the end. */
async function rest(line: Line, { id, key }: WorldAccess, report: (wrong: string) => void): Promise<void> {
  const { mode } = (await line.call(`GET /_control/worlds/${id}/clock`)).body
  const until = performance.now() + DEADLINE_MS
  if (mode === 'frozen') return
  for (;;) {
    const { batches } = (await line.call('GET /3.0/batches?count=1000', undefined, key)).body
    const open = batches.filter(({ status }: Body) => status !== 'finished')
    if (open.length === 0) return
    if (performance.now() > until)
      return report(`${id}: ${open.length} batches do not come to their end: ${JSON.stringify(open[0])}`)
  }
}

/** The ids of batches whose results have been checked. */
function labelIn({ books }: Ledger): (id: string) => string | undefined {
  return (id) => {
    const label = books.owners.get(`the id ${id} of a batch`)?.slice('batch '.length)
    return label !== undefined && books.finished.has(label) ? label : undefined
  }
}
