import type { Faker, LocaleDefinition } from '@faker-js/faker'
import { NOWHERE } from '../../resources/members/make.ts'
import type { MemberRow } from '../../resources/members/member.ts'
import type { Chance } from './chance.ts'

/** What generated people are combined from. Plain data, so that a build can make them ahead of time. */
export interface Pools {
  readonly first_names: readonly string[]
  readonly last_names: readonly string[]
  readonly domains: readonly string[]
  readonly companies: readonly string[]
  readonly places: readonly Place[]
  /** Subjects of campaigns, and what mail programs show beside them. */
  readonly headlines: readonly string[]
  readonly previews: readonly string[]
  readonly exchanges: readonly Exchange[]
}

/** What a recipient replies to a campaign, and what the account answers. */
export interface Exchange {
  readonly question: string
  readonly answer: string
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
const HEADLINES = 120
const EXCHANGES = 60

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
    headlines: [...new Set(many(HEADLINES, () => headline(faker)))],
    previews: [...new Set(many(HEADLINES, () => faker.commerce.productDescription()))],
    exchanges: many(EXCHANGES, () => exchange(faker)),
  }
}

function headline(faker: Faker): string {
  const product = faker.commerce.product()
  return faker.helpers.arrayElement([
    `New this week: ${faker.commerce.productName()}`,
    `${faker.commerce.productAdjective()} ideas for your ${product.toLowerCase()}`,
    `The story behind our ${product.toLowerCase()}`,
    `Save ${faker.number.int({ min: 1, max: 6 })}0% in ${faker.commerce.department().toLowerCase()}`,
    faker.company.catchPhrase(),
  ])
}

function exchange(faker: Faker): Exchange {
  const product = faker.commerce.product().toLowerCase()
  const [color, country, day] = [faker.color.human(), faker.location.country(), faker.date.weekday()]
  return faker.helpers.arrayElement([
    { question: `Do you have the ${product} in ${color}?`, answer: `Not yet. We expect it on ${day}.` },
    { question: `When will the ${product} be in stock again?`, answer: `Thank you for asking. We expect it by ${day}.` },
    {
      question: `Do you ship to ${country}?`,
      answer: `Yes, we do. ${faker.person.firstName()} from our shop will write to you.`,
    },
    { question: `My ${product} arrived broken. Can I send it back?`, answer: `Sorry about that! We will see to it on ${day}.` },
    { question: `Thank you, I love my new ${product}!`, answer: 'Thank you for telling us. That is how we like to hear it.' },
    { question: 'Please write to me less often.', answer: 'Thank you for telling us. From now on we write once a month.' },
  ])
}

/** Somebody who is put together from the pools. */
export interface Person {
  /** What his address begins with, and what stands behind the @. */
  readonly local: string
  readonly domain: string
  readonly merge_fields: MemberRow['merge_fields']
  readonly location: MemberRow['location']
}

/** One in so many has a postal address. */
const ADDRESSED = 4

/** Puts one person after the other together. They share what they are drawn from: many live in each of the places. */
export function peopleFrom({ first_names, last_names, domains, places }: Pools, { below }: Chance): () => Person {
  const from = <T>(all: readonly T[]): T => all[below(all.length)] as T
  const firsts = first_names.map(spelled)
  const lasts = last_names.map(spelled)
  const homes = places.map(({ latitude, longitude, ...address }) => ({
    ADDRESS: Object.freeze({ ...address, addr2: '', country: 'US' }),
    location: Object.freeze({ ...NOWHERE, latitude, longitude, ...zoneAt(longitude), country_code: 'US', region: address.state }),
  }))
  return () => {
    const { name: FNAME, letters: first } = from(firsts)
    const { name: LNAME, letters: last } = from(lasts)
    const home = below(ADDRESSED) === 0 ? from(homes) : undefined
    return {
      local: `${first}.${last}`,
      domain: from(domains),
      merge_fields: Object.freeze(home ? { FNAME, LNAME, ADDRESS: home.ADDRESS } : { FNAME, LNAME }),
      location: home?.location ?? NOWHERE,
    }
  }
}

/** The time zones of the pools' places, from east to west. */
const ZONES = ['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles']
const EASTERN = -5

/** The time zone of a place: fifteen degrees go with an hour. */
function zoneAt(longitude: number): Pick<MemberRow['location'], 'gmtoff' | 'dstoff' | 'timezone'> {
  const gmtoff = Math.max(Math.min(Math.round(longitude / 15), EASTERN), EASTERN - ZONES.length + 1)
  return { gmtoff, dstoff: gmtoff + 1, timezone: ZONES[EASTERN - gmtoff] ?? '' }
}

function spelled(name: string): { readonly name: string; readonly letters: string } {
  return { name, letters: name.toLowerCase().replace(/[^a-z]/g, '') }
}
