import { samples } from '../contract/service.ts'
import { Defect } from '../world/errors.ts'
import type { Tx } from '../world/tx.ts'

type Samples = typeof samples

/** A sample of what the service holds but nobody has shown. Which one is the world's chance; whoever draws it keeps it. */
export function drawSample<Name extends keyof Samples>(tx: Tx, name: Name): Samples[Name][number] {
  const choices: readonly Samples[Name][number][] = samples[name]
  const sample = choices[tx.random(`filled.${name}`) % choices.length]
  if (sample === undefined) throw new Defect(`There are no samples of ${name}.`)
  return sample
}
