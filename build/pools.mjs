// Makes the words from which scenarios make up data: names, places, subjects.
import { en, Faker } from '@faker-js/faker'

const SEED = 3_000

const NAMES = 600
const DOMAINS = 80
const COMPANIES = 100
const PLACES = 300
const HEADLINES = 120
const EXCHANGES = 60

/** The pools of names, places and texts. */
export function makePools() {
  const faker = new Faker({ locale: en, seed: SEED })
  const many = (/** @type {number} */ count, /** @type {() => any} */ make) => Array.from({ length: count }, make)
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

/** @param {Faker} faker */
function headline(faker) {
  const product = faker.commerce.product()
  return faker.helpers.arrayElement([
    `New this week: ${faker.commerce.productName()}`,
    `${faker.commerce.productAdjective()} ideas for your ${product.toLowerCase()}`,
    `The story behind our ${product.toLowerCase()}`,
    `Save ${faker.number.int({ min: 1, max: 6 })}0% in ${faker.commerce.department().toLowerCase()}`,
    faker.company.catchPhrase(),
  ])
}

/** A recipient's reply to a campaign, and the account's answer. @param {Faker} faker */
function exchange(faker) {
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
