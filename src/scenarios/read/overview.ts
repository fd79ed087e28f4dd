import type { Schemas } from '../../contract/scenario.ts'
import { yieldToEventLoop, isoMillis, type Millis, readDuration, readInstantMillis } from '../../support/time.ts'
import type { Clock } from '../../world/world.ts'
import { timesOf } from '../plant/timeline.ts'
import { clockOf } from '../scenarios.ts'
import { sharedFrom } from '../shared-scenarios.ts'
import { ScenarioError } from './scenario-error.ts'
import { COLLECTIONS, type Scenario, type ScenarioSource } from './scenario-source.ts'

/** What a scenario is and holds, without a world being made of it. */
export interface Overview {
  readonly name: string
  readonly description: string
  readonly seed: string
  readonly clock: Pick<Clock, 'mode' | 'rate'> & { readonly now: string }
  /** How many it names and generates, by table; tables of which there is nothing are left out. */
  readonly holds: { readonly [kind: string]: number }
  readonly faults: number
  readonly delivery_faults: number
  readonly timeline: number
}

/** Looks at a scenario from outside. */
export function overviewOf(scenario: Scenario): Overview {
  const { name, description, seed, faults, delivery_faults, timeline } = scenario
  const { mode, rate, now } = clockOf(scenario)
  return {
    name,
    description,
    seed,
    clock: { mode, rate, now: isoMillis(now) },
    holds: holdsOf(scenario, now),
    faults: faults.length,
    delivery_faults: delivery_faults.length,
    timeline: sum(timeline, timesOf),
  }
}

/** Every list has so many merge fields of its own. */
const FIRST_FIELDS = ['FNAME', 'LNAME', 'ADDRESS', 'PHONE']

function holdsOf(scenario: Scenario, now: Millis): Overview['holds'] {
  const { lists, generate } = scenario
  const people = lists.flatMap(({ members = [] }) => members)
  const campaigns = lists.flatMap((list) => list.campaigns ?? [])
  const generated = sum(generate.lists, ({ count }) => count)
  const held: Record<string, number> = {
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
    webhooks: sum(lists, ({ webhooks = [] }) => webhooks.length),
    campaigns: campaigns.length + sum(generate.campaigns, (series) => lengthOf(series.campaigns, now)),
  }
  for (const kind of COLLECTIONS) held[kind] ??= scenario[kind].length
  return Object.fromEntries(Object.entries(held).filter(([, count]) => count > 0))
}

/** The segments of a list; tags are static ones, whether they are named as such or not. */
function segmentsOn({ segments = [], members = [] }: Schemas['List']): number {
  const saved = segments.filter(({ options }) => options)
  const tags = [
    ...segments.filter(({ options }) => !options).map(({ name }) => name),
    ...members.flatMap((member) => member.tags ?? []),
  ]
  return saved.length + new Set(tags).size
}

function furtherFields({ merge_fields = [] }: Schemas['List']): number {
  return merge_fields.filter(({ tag }) => !FIRST_FIELDS.includes(tag)).length
}

/** How many campaigns a series has: as many as there is time for if it does not say. */
function lengthOf({ count, since, every = 'P7D' }: Schemas['CampaignSeries'], now: Millis): number {
  if (count !== undefined) return count
  const begin = since.startsWith('-') ? now + (readDuration(since) ?? 0) : (readInstantMillis(since) ?? now)
  return Math.floor((now - begin) / (readDuration(every) || 1)) + 1
}

function sum<Item>(items: readonly Item[], count: (item: Item) => number): number {
  return items.reduce((total, item) => total + count(item), 0)
}

/** One of the scenarios that there are: what it holds, or why it cannot be used. */
export type ListedScenario = { readonly source: 'shipped' | 'folder' } & (
  | Overview
  | { readonly name: string; readonly error: string }
)

/** All scenarios of a source, in order of their names. */
export async function overviewsOf(source: ScenarioSource): Promise<readonly ListedScenario[]> {
  const own = new Set(await source.own?.())
  const listed: ListedScenario[] = []
  for (const name of await source.names()) {
    listed.push({ ...(await overviewNamed(source, name)), source: own.has(name) ? 'folder' : 'shipped' })
    // There may be very many files in a folder.
    await yieldToEventLoop()
  }
  return listed
}

async function overviewNamed(source: ScenarioSource, name: string): Promise<Overview | { name: string; error: string }> {
  try {
    const { scenario } = await sharedFrom(source).load(name)
    return overviewOf(scenario)
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error
    return { name, error: error.message }
  }
}
