import { filled } from '../contract/service.ts'
import { Defect } from '../world/errors.ts'
import type { Tx } from '../world/tx.ts'

type Filled = typeof filled

/** A sample of what the service holds but nobody has shown. Which one is the world's chance; whoever draws it keeps it. */
export function fill<Name extends keyof Filled>(tx: Tx, name: Name): Filled[Name][number] {
  const samples: readonly Filled[Name][number][] = filled[name]
  const sample = samples[tx.random(`filled.${name}`) % samples.length]
  if (sample === undefined) throw new Defect(`There are no samples of ${name}.`)
  return sample
}
