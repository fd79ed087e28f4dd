import type { Faker, LocaleDefinition } from '@faker-js/faker'

/** What generated people are combined from. Plain data, so that a build can make them ahead of time. */
export interface Pools {
  readonly first_names: readonly string[]
  readonly last_names: readonly string[]
  readonly domains: readonly string[]
  readonly companies: readonly string[]
  readonly places: readonly Place[]
}

/** Where somebody may live. */
export interface Place {
  readonly addr1: string
  readonly city: string
  readonly state: string
  readonly zip: string
  readonly latitude: number
  readonly longitude: number
}

/** The pools are the same for every scenario; each combines them by a stream of its own. */
const POOLS_SEED = 3_000

const NAMES = 600
const DOMAINS = 80
const COMPANIES = 100
const PLACES = 300

let made: Promise<Pools> | undefined

/** The pools; made once in a process. */
export function standardPools(): Promise<Pools> {
  return (made ??= makePools())
}

async function makePools(): Promise<Pools> {
  const { faker: shared } = await import('@faker-js/faker/locale/en')
  // In somebody's test process the shared generator is his, and so is its seed: ours is another one of the same words.
  const Maker = shared.constructor as new (options: { readonly locale: LocaleDefinition; readonly seed: number }) => Faker
  const faker = new Maker({ locale: shared.rawDefinitions, seed: POOLS_SEED })
  const many = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make)
  return {
    first_names: [...new Set(many(NAMES, () => faker.person.firstName()))],
    last_names: [...new Set(many(NAMES, () => faker.person.lastName()))],
    // Domains that belong to nobody, whatever the words.
    domains: [...new Set(many(DOMAINS, () => `${faker.word.adjective()}-${faker.word.noun()}.test`.toLowerCase()))],
    companies: [...new Set(many(COMPANIES, () => faker.company.name()))],
    places: many(PLACES, () => ({
      addr1: faker.location.streetAddress(),
      city: faker.location.city(),
      state: faker.location.state({ abbreviated: true }),
      zip: faker.location.zipCode('#####'),
      latitude: faker.location.latitude({ min: 25, max: 48 }),
      longitude: faker.location.longitude({ min: -124, max: -67 }),
    })),
  }
}
