import type { Worker } from './worker.ts'

/** A step that a worker takes now and then. */
export interface WorkerStep {
  /** Relative frequency of the step. */
  readonly often: number
  readonly take: (worker: Worker) => Promise<unknown>
}

/** Takes a random step. */
export async function takeRandomStep(worker: Worker, steps: readonly WorkerStep[]): Promise<void> {
  let chance = worker.dice.upTo(steps.reduce((sum, { often }) => sum + often, 0))
  const step = steps.find(({ often }) => (chance -= often) < 0)
  await step?.take(worker)
}
