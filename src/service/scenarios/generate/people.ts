import type { Faker, LocaleDefinition } from '@faker-js/faker'
import { NOWHERE } from '../../rules/members/make.ts'
import type { MemberRow } from '../../model/members/member.ts'
import type { Chance } from './chance.ts'

/** The words from which data are generated. Plain data, so that the build can create them ahead of time. */
export interface Pools {
  readonly first_names: readonly string[]
  readonly last_names: readonly string[]
  readonly domains: readonly string[]
  readonly companies: readonly string[]
  readonly places: readonly Town[]
  /** Subjects of campaigns, and their preview texts. */
  readonly headlines: readonly string[]
  readonly previews: readonly string[]
  readonly exchanges: readonly ReplyTexts[]
}

/** A recipient's reply to a campaign, and the account's answer. */
export interface ReplyTexts {
  readonly question: string
  readonly answer: string
}

/** Where a generated person may live. */
export interface Town {
  readonly addr1: string
  readonly city: string
  readonly state: string
  readonly zip: string
  readonly latitude: number
  readonly longitude: number
}

/** The pools are the same for every scenario; each scenario combines them with a random stream of its own. */
const POOLS_SEED = 3_000

const NAMES = 600
const DOMAINS = 80
const COMPANIES = 100
const PLACES = 300
const HEADLINES = 120
const EXCHANGES = 60

let made: Promise<Pools> | undefined

/** The pools, created once per process. */
export function standardPools(): Promise<Pools> {
  return (made ??= makePools())
}

async function makePools(): Promise<Pools> {
  const { faker: shared } = await import('@faker-js/faker/locale/en')
  // The shared generator and its seed belong to the user's tests, so this creates a separate one.
  const Maker = shared.constructor as new (options: { readonly locale: LocaleDefinition; readonly seed: number }) => Faker
  const faker = new Maker({ locale: shared.rawDefinitions, seed: POOLS_SEED })
  const many = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make)
  return {
    first_names: [...new Set(many(NAMES, () => faker.person.firstName()))],
    last_names: [...new Set(many(NAMES, () => faker.person.lastName()))],
    // Reserved domains, whatever the words.
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

function exchange(faker: Faker): ReplyTexts {
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

export interface Person {
  /** The local part and the domain of the address. */
  readonly local: string
  readonly domain: string
  readonly merge_fields: MemberRow['merge_fields']
  readonly location: MemberRow['location']
}

/** One person in this many has a postal address. */
const ADDRESSED = 4

/** Generates people. They share their towns and words. */
export function peopleFrom({ first_names, last_names, domains, places }: Pools, { below }: Chance): () => Person {
  const from = <T>(all: readonly T[]): T => all[below(all.length)] as T
  const firsts = first_names.map(spelled)
  const lasts = last_names.map(spelled)
  const homes = places.map(({ addr1, city, state, zip, latitude, longitude }) => ({
    ADDRESS: Object.freeze({ addr1, city, state, zip, addr2: '', country: 'US' }),
    location: Object.freeze({ ...NOWHERE, latitude, longitude, ...zoneAt(longitude), country_code: 'US', region: state }),
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

/** The time zone at a longitude: 15 degrees per hour. */
function zoneAt(longitude: number): Pick<MemberRow['location'], 'gmtoff' | 'dstoff' | 'timezone'> {
  const gmtoff = Math.max(Math.min(Math.round(longitude / 15), EASTERN), EASTERN - ZONES.length + 1)
  return { gmtoff, dstoff: gmtoff + 1, timezone: ZONES[EASTERN - gmtoff] ?? '' }
}

function spelled(name: string): { readonly name: string; readonly letters: string } {
  return { name, letters: name.toLowerCase().replace(/[^a-z]/g, '') }
}
