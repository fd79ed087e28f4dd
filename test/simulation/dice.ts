import { stream } from '../../src/kernel/support/random.ts'

/** A source of randomness that depends only on a seed. */
export class Dice {
  readonly #stream
  #draws = 0

  constructor(seed: string) {
    this.#stream = stream(seed, 'simulation')
  }

  upTo(limit: number): number {
    return this.#stream(this.#draws++) % limit
  }

  oneOf<T>(things: readonly T[]): T {
    const thing = things[this.upTo(things.length)]
    if (thing === undefined) throw new Error('Nothing to choose from.')
    return thing
  }

  often(percent: number): boolean {
    return this.upTo(100) < percent
  }
}
