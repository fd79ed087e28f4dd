import { samples } from '../../kernel/contract/service.ts'
import { Defect } from '../../kernel/world/errors.ts'
import type { Tx } from '../../kernel/world/tx.ts'

type Samples = typeof samples

/** Draws a sample of a value whose source the service does not show. The caller must store it. */
export function drawSample<Name extends keyof Samples>(tx: Tx, name: Name): Samples[Name][number] {
  const choices: readonly Samples[Name][number][] = samples[name]
  const sample = choices[tx.random(`filled.${name}`) % choices.length]
  if (sample === undefined) throw new Defect(`There are no samples of ${name}.`)
  return sample
}
