import type { ScenarioSchemas } from '../../../kernel/contract/scenario.ts'
import { yieldToEventLoop, isoMillis, type Millis, readDuration, readInstantMillis } from '../../../kernel/support/time.ts'
import type { Clock } from '../../../kernel/world/world.ts'
import { countTimes } from '../plant/timeline.ts'
import { scenarioClock } from '../scenarios.ts'
import { sharedFrom } from '../shared-scenarios.ts'
import { ScenarioError } from './scenario-error.ts'
import { COLLECTIONS, type Scenario, type ScenarioSource } from './scenario-source.ts'

/** A summary of a scenario that needs no world. */
export interface Overview {
  readonly name: string
  readonly description: string
  readonly seed: string
  readonly clock: Pick<Clock, 'mode' | 'rate'> & { readonly now: string }
  /** Number of things it contains and generates, by table. Empty tables are left out. */
  readonly holds: { readonly [kind: string]: number }
  readonly faults: number
  readonly delivery_faults: number
  /** The names of its outages, in order. */
  readonly outages: readonly string[]
  readonly timeline: number
}

/** Summarizes a scenario. */
function summarizeScenario(scenario: Scenario): Overview {
  const { name, description, seed, faults, delivery_faults, outages, timeline } = scenario
  const { mode, rate, now } = scenarioClock(scenario)
  return {
    name,
    description,
    seed,
    clock: { mode, rate, now: isoMillis(now) },
    holds: countContents(scenario, now),
    faults: faults.length,
    delivery_faults: delivery_faults.length,
    outages: Object.keys(outages).toSorted(),
    timeline: sum(timeline, countTimes),
  }
}

/** The merge fields that every list begins with. */
const FIRST_FIELDS = ['FNAME', 'LNAME', 'ADDRESS', 'PHONE']

function countContents(scenario: Scenario, now: Millis): Overview['holds'] {
  const { lists, generate } = scenario
  const people = lists.flatMap(({ members = [] }) => members)
  const campaigns = lists.flatMap((list) => list.campaigns ?? [])
  const generated = sum(generate.lists, ({ count }) => count)
  const counts: Record<string, number> = {
    lists: lists.length + generated,
    merge_fields: FIRST_FIELDS.length * (lists.length + generated) + sum(lists, furtherFields),
    interest_categories: sum(lists, ({ interest_categories = [] }) => interest_categories.length),
    interests: sum(lists, ({ interest_categories = [] }) =>
      sum(interest_categories, (category) => category.interests?.length ?? 0),
    ),
    members:
      people.length +
      sum(generate.members, ({ members }) => members.count) +
      sum(generate.lists, ({ count, members }) => count * (members?.count ?? 0)),
    notes: sum(people, ({ notes = [] }) => notes.length),
    events: sum(people, ({ events = [] }) => events.length),
    segments: sum(lists, segmentsOn),
    surveys: sum(lists, (list) => list.surveys?.length ?? 0),
    webhooks: sum(lists, ({ webhooks = [] }) => webhooks.length),
    ...commerceIn(scenario),
    campaigns: campaigns.length + sum(generate.campaigns, (series) => countCampaigns(series.campaigns, now)),
  }
  for (const kind of COLLECTIONS) counts[kind] ??= scenario[kind].length
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
}

/** What the stores of a scenario hold, by table, with what is generated. */
function commerceIn({ stores, generate }: Scenario): Record<string, number> {
  const products = stores.flatMap((store) => store.products ?? [])
  const rules = stores.flatMap((store) => store.promo_rules ?? [])
  const { shops } = generate
  return {
    store_products: products.length + sum(shops, (shop) => shop.products ?? 0),
    store_variants: sum(products, ({ variants }) => variants.length),
    store_images: sum(products, ({ images = [] }) => images.length),
    store_customers: sum(stores, ({ customers = [] }) => customers.length) + sum(shops, (shop) => shop.customers ?? 0),
    store_carts: sum(stores, ({ carts = [] }) => carts.length) + sum(shops, (shop) => shop.carts ?? 0),
    store_orders: sum(stores, ({ orders = [] }) => orders.length) + sum(shops, (shop) => shop.orders ?? 0),
    promo_rules: rules.length,
    promo_codes: sum(rules, ({ codes = [] }) => codes.length),
  }
}

/** The number of segments of a list. Tags are static segments, whether they are declared or not. */
function segmentsOn({ segments = [], members = [] }: ScenarioSchemas['List']): number {
  const saved = segments.filter(({ options }) => options)
  const tags = [
    ...segments.filter(({ options }) => !options).map(({ name }) => name),
    ...members.flatMap((member) => member.tags ?? []),
  ]
  return saved.length + new Set(tags).size
}

function furtherFields({ merge_fields = [] }: ScenarioSchemas['List']): number {
  return merge_fields.filter(({ tag }) => !FIRST_FIELDS.includes(tag)).length
}

/** The number of campaigns of a series. Without a count, as many as fit into the time. */
function countCampaigns({ count, since, every = 'P7D' }: ScenarioSchemas['CampaignSeries'], now: Millis): number {
  if (count !== undefined) return count
  const begin = since.startsWith('-') ? now + (readDuration(since) ?? 0) : (readInstantMillis(since) ?? now)
  return Math.floor((now - begin) / (readDuration(every) || 1)) + 1
}

function sum<Item>(items: readonly Item[], count: (item: Item) => number): number {
  return items.reduce((total, item) => total + count(item), 0)
}

/** A scenario of a source: its contents, or why it cannot be used. */
export type ListedScenario = { readonly source: 'shipped' | 'folder' } & (
  | Overview
  | { readonly name: string; readonly error: string }
)

/** All scenarios of a source, in order of their names. */
export async function listOverviews(source: ScenarioSource): Promise<readonly ListedScenario[]> {
  const own = new Set(await source.own?.())
  const listed: ListedScenario[] = []
  for (const name of await source.names()) {
    listed.push({ ...(await overviewNamed(source, name)), source: own.has(name) ? 'folder' : 'shipped' })
    // A folder may contain very many files.
    await yieldToEventLoop()
  }
  return listed
}

async function overviewNamed(source: ScenarioSource, name: string): Promise<Overview | { name: string; error: string }> {
  try {
    const { scenario } = await sharedFrom(source).load(name)
    return summarizeScenario(scenario)
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error
    return { name, error: error.message }
  }
}
