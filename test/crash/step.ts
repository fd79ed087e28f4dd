import type { Worker } from './worker.ts'

/** Something that a worker does now and then. */
export interface Step {
  /** How often, beside the others. */
  readonly often: number
  readonly take: (worker: Worker) => Promise<unknown>
}

/** Takes a step of those there are. */
export async function takeOne(worker: Worker, steps: readonly Step[]): Promise<void> {
  let chance = worker.dice.upTo(steps.reduce((sum, { often }) => sum + often, 0))
  const step = steps.find(({ often }) => (chance -= often) < 0)
  await step?.take(worker)
}
