import { stream } from '../../kernel/support/random.ts'
import { standardPools, type Pools } from '../../service/scenarios/generate/people.ts'

/** Made-up people and texts, the same for the same seed. */
export interface MadeUp {
  /** A whole number from 0 to below the limit. */
  readonly below: (limit: number) => number
  /** Whether something happens that has a share of all cases. */
  readonly happens: (share: number) => boolean
  readonly pick: <Item>(items: readonly Item[]) => Item | undefined
  readonly person: () => MadeUpPerson
  readonly company: () => string
  readonly headline: () => string
  readonly place: () => Pools['places'][number]
  readonly domain: () => string
}

interface MadeUpPerson {
  readonly first: string
  readonly last: string
  /** An address at a reserved domain; no two people have the same. */
  readonly address: string
}

/** Makes up people. Nothing of an account goes into them. */
export async function madeUp(seed: string): Promise<MadeUp> {
  const pools = await standardPools()
  const draw = stream(seed, 'likeness')
  let drawn = 0
  let people = 0
  const below = (limit: number): number => draw(drawn++) % limit
  const from = (items: readonly string[]): string => items[below(items.length)] ?? ''
  const place = pools.places[0]
  if (!place) throw new Error('There are no places to choose from.')
  return {
    below,
    happens: (share) => draw(drawn++) / 2 ** 32 < share,
    pick: (items) => items[below(Math.max(1, items.length))],
    person: () => {
      const [first, last] = [from(pools.first_names), from(pools.last_names)]
      const local = `${first}.${last}`.toLowerCase().replace(/[^a-z.]/g, '')
      return { first, last, address: `${local}.${++people}@${from(pools.domains)}` }
    },
    company: () => from(pools.companies),
    headline: () => from(pools.headlines),
    place: () => pools.places[below(pools.places.length)] ?? place,
    domain: () => from(pools.domains),
  }
}
