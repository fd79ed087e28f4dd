import type { ScenarioSchemas } from '../../../kernel/contract/scenario.ts'
import type { Validators } from '../../../kernel/contract/check.ts'
import type { ListRow } from '../../model/lists/list.ts'
import { makeList } from '../../rules/lists/make.ts'
import { showCounts } from '../../rules/list-reports/stats.ts'
import { hashAddress, memberAt, members } from '../../model/members/member.ts'
import { rememberForgotten } from '../../rules/members/save.ts'
import { plantAccount } from '../../rules/root/account.ts'
import { makeSegment } from '../../rules/segments/make.ts'
import { segments } from '../../model/segments/segment.ts'
import { loadAll, onDemand, type OnDemand, untilLoaded } from '../../../kernel/world/on-demand.ts'
import { assignTags } from '../../rules/tags/tag.ts'
import type { Pausable } from '../../../kernel/world/pausable.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import type { Settings } from '../../../kernel/world/world.ts'
import { loadOperation } from '../../calls/batch.ts'
import { conditionChecks } from '../../rules/segments/condition-checks.ts'
import { loadVocabulary } from '../../vocabulary/words.ts'
import { generateMembers, type EarlierPopulations, type GeneratedMember } from '../generate/members.ts'
import { dated, refuseTaken, requireOwnList } from './instants.ts'
import { plantEngagement, plantList } from './list.ts'
import { plantMember } from './member.ts'
import type { Pools } from '../generate/people.ts'
import { belowWithPauses, runBelowPath, ScenarioDataError } from '../read/scenario-error.ts'
import { type Collection, COLLECTIONS, type Scenario } from '../read/scenario-source.ts'

// Most scenarios have none of this.
const automations = onDemand(() => import('./automations.ts'))
const batches = onDemand(() => import('./batches.ts'))
const belongings = onDemand(() => import('./belongings.ts'))
const campaigns = onDemand(() => import('./campaigns-of-list.ts'))
const faults = onDemand(() => import('./faults.ts'))
const journeys = onDemand(() => import('./journeys.ts'))
const segmentOptions = onDemand(() => import('../../rules/segments/options.ts'))
const shops = onDemand(() => import('../generate/shops.ts'))
const stores = onDemand(() => import('./stores.ts'))
const surveys = onDemand(() => import('./surveys.ts'))
const timeline = onDemand(() => import('./timeline.ts'))

const isGiven = (things: readonly unknown[] | undefined): boolean => things !== undefined && things.length > 0

/** The modules that plant the parts of a scenario, and which scenarios have these parts. */
const PARTS: readonly (readonly [OnDemand, (scenario: Scenario, context: PlantingContext) => unknown])[] = [
  [automations, (scenario) => isGiven(scenario.automations)],
  [batches, (scenario) => isGiven(scenario.batches)],
  [belongings, (scenario) => COLLECTIONS.some((name) => !OWN_STEPS.has(name) && isGiven(scenario[name]))],
  [campaigns, ({ generate, lists: all }) => isGiven(generate.campaigns) || all.some((list) => isGiven(list.campaigns))],
  [conditionChecks, ({ lists: all }) => all.some((list) => isGiven(list.campaigns))],
  [
    faults,
    (scenario) => isGiven(scenario.faults) || isGiven(scenario.delivery_faults) || Object.keys(scenario.outages).length > 0,
  ],
  [journeys, (scenario) => isGiven(scenario.journeys)],
  [segmentOptions, (_, { conditions }) => conditions],
  [shops, ({ generate }) => isGiven(generate.shops)],
  [stores, ({ account, stores: all }) => isGiven(all) || isGiven(account.stores)],
  [surveys, ({ lists: all }) => all.some((list) => list.surveys)],
  [timeline, (scenario) => isGiven(scenario.timeline)],
]

/** Loads what planting a scenario needs, since planting is a transaction. */
export async function loadParts(scenario: Scenario, context: PlantingContext, settings: Settings): Promise<void> {
  await loadVocabulary(settings)
  await loadAll(PARTS.filter(([, has]) => has(scenario, context)).map(([part]) => part))
  for (const { operations } of scenario.batches)
    for (const operation of operations) await untilLoaded(() => loadOperation(operation, settings))
}

/** Dependencies of planting besides the scenario. */
export interface PlantingContext {
  /** For scenarios that generate data. */
  readonly pools?: Pools
  /** For scenarios whose conditions have not been checked against their lists yet. */
  readonly conditions?: Validators
  /** Maximum number of generated things of each kind; unlimited by default. */
  readonly sample?: number
}

/** Plants the data of a scenario in an empty world. Throws a `ScenarioDataError` with the path of invalid data. It pauses while members are generated. */
export function* plant(tx: Tx, scenario: Scenario, context: PlantingContext): Pausable {
  const { pools, conditions } = context
  const { account, lists: all, generate } = scenario
  if (Object.keys(account).length > 0) runBelowPath(['account'], () => plantAccountData(tx, account))
  const planted = all.map((data, i) => ({ data, i, list: runBelowPath(['lists', i], () => plantList(tx, data)) }))
  // The table of members can be loaded at once only while it is empty.
  const generated =
    pools && generate.shops.length > 0 ? new (shops().GeneratedShops)(tx, scenario, pools, context.sample) : undefined
  if (pools) {
    const populations = yield* generatePopulations(tx, generate, pools, context.sample)
    tx.load(members, ([] as GeneratedMember[]).concat(...populations, generated?.members ?? []))
    yield
  }
  for (const { data, i, list } of planted) runBelowPath(['lists', i], () => plantPeople(tx, list, data, conditions))
  const named = account.stores ?? []
  const plantedStores = scenario.stores.length + named.length > 0 ? stores().plantStores(tx, scenario.stores, named) : []
  generated?.makeProducts(tx, context.sample)
  for (const { data, i, list } of planted)
    if (data.surveys) runBelowPath(['lists', i], () => surveys().plantSurveys(tx, list, data.surveys ?? [], context))
  // Before batch webhooks, which hear only of batches that finish later.
  if (scenario.batches.length > 0) batches().plantBatches(tx, scenario.batches)
  if (COLLECTIONS.some((name) => !OWN_STEPS.has(name) && scenario[name].length > 0)) belongings().plantBelongings(tx, scenario)
  if (generate.campaigns.length > 0 || all.some((list) => list.campaigns?.length)) {
    campaigns().plantAllCampaigns(tx, planted, scenario, context, (postingsTo) => generated?.draw(tx, postingsTo))
  } else generated?.draw(tx)
  generated?.load(tx)
  // The first write to a world looks its address up, and should not have to build the index of all addresses.
  if (pools) tx.first(members.byHash, { hash: '' })
  yield
  if (plantedStores.length > 0) stores().plantTrade(tx, plantedStores)
  for (const { data, list } of planted) if (data.engagement) plantEngagement(tx, list, data.engagement)
  if (scenario.automations.length > 0) automations().plantAutomations(tx, scenario.automations)
  if (scenario.journeys.length > 0) journeys().plantJourneys(tx, scenario.journeys)
  showCounts(tx)
  if (scenario.faults.length > 0) faults().plantFaults(tx, scenario.faults)
  if (scenario.delivery_faults.length > 0) faults().plantDeliveryFaults(tx, scenario.delivery_faults)
  if (Object.keys(scenario.outages).length > 0) faults().plantOutages(tx, scenario.outages)
  if (scenario.timeline.length > 0) timeline().plantTimeline(tx, scenario.timeline)
}

/** Collections that are not planted with what belongs to the account. */
const OWN_STEPS: ReadonlySet<Collection> = new Set(['lists', 'batches', 'automations', 'journeys', 'stores'])

/** Whether a scenario generates members, campaigns, shops or responses. */
export function needsPools({ generate, lists: all }: Scenario): boolean {
  const hasResponses = all.some((list) => list.surveys?.some(({ generate_responses }) => generate_responses))
  return hasResponses || Object.values(generate).some((wishes) => wishes.length > 0)
}

function plantAccountData(tx: Tx, data: ScenarioSchemas['Account']): void {
  const { contact, ...fields } = data
  const account = dated(tx, fields, ['member_since', 'first_payment', 'last_login'])
  plantAccount(tx, { ...account, ...(contact ? { contact: { ...NO_CONTACT, ...contact } } : {}) })
}

const NO_CONTACT = { company: '', addr1: '', addr2: '', city: '', state: '', zip: '', country: '' }

/** Generates the members of named lists, and further lists with theirs. */
function* generatePopulations(
  tx: Tx,
  generate: Scenario['generate'],
  pools: Pools,
  sample = Number.POSITIVE_INFINITY,
): Pausable<readonly GeneratedMember[][]> {
  const some = (population: ScenarioSchemas['Population']) => ({ ...population, count: Math.min(population.count, sample) })
  const earlier = new Map<string, EarlierPopulations>()
  const populations: GeneratedMember[][] = []
  for (const [i, { list: id, members: population }] of generate.members.entries()) {
    const list = requireOwnList(tx, id, ['generate', 'members', i, 'list'])
    const before = earlier.get(id) ?? { populations: 0, members: 0 }
    const made = yield* belowWithPauses(
      ['generate', 'members', i, 'members'],
      generateMembers(tx, list, some(population), pools, before),
    )
    earlier.set(id, { populations: before.populations + 1, members: before.members + made.length })
    populations.push(made)
  }
  for (const [i, { count, members: population }] of generate.lists.entries()) {
    for (let number = 0; number < Math.min(count, sample); number++) {
      const list = makeList(tx, {
        name: `${pools.companies[number % pools.companies.length] ?? 'List'} ${number + 1}`,
        permission_reminder: 'You signed up.',
      })
      if (!population) continue
      const place = ['generate', 'lists', i, 'members']
      populations.push(yield* belowWithPauses(place, generateMembers(tx, list, some(population), pools)))
    }
  }
  return populations
}

function plantPeople(tx: Tx, list: ListRow, data: ScenarioSchemas['List'], conditions: Validators | undefined): void {
  const { segments: parts = [], members: people = [], forgotten = [] } = data
  for (const [i, segment] of parts.entries()) runBelowPath(['segments', i], () => plantSegment(tx, list, segment, conditions))
  for (const [i, member] of people.entries()) runBelowPath(['members', i], () => plantMember(tx, list, member))
  for (const [i, address] of forgotten.entries()) runBelowPath(['forgotten', i], () => forget(tx, list, address))
  // Members of a static segment must be on the list first.
  for (const [i, segment] of parts.entries()) runBelowPath(['segments', i], () => fillSegment(tx, list, segment))
}

function forget(tx: Tx, list: ListRow, address: string): void {
  if (memberAt(tx, list, address))
    throw new ScenarioDataError([], `must not be the address of a member of the list, but ${address} is one`)
  rememberForgotten(tx, list, hashAddress(address))
}

function plantSegment(tx: Tx, list: ListRow, data: ScenarioSchemas['Segment'], conditions: Validators | undefined): void {
  const { options, members: addresses, ...fields } = data
  const { id, name } = fields
  if ((options === undefined) === (addresses === undefined))
    throw new ScenarioDataError([], 'must have either options (a saved segment) or members (a static one)')
  const type = options ? 'saved' : 'static'
  refuseTaken('segments', id, tx.first(segments.byId, { id: id ?? 0 }))
  const named = tx.first(segments.byName, { list_id: list.id, type, name })
  refuseTaken(`${type} segments of the list`, name, named, ['name'])
  makeSegment(tx, list, {
    type,
    created_at: list.date_created,
    ...dated(tx, fields, ['created_at', 'updated_at']),
    ...(options ? { options: conditions ? segmentOptions().readOptions(tx, list, options, conditions) : options } : {}),
  })
}

function fillSegment(tx: Tx, list: ListRow, { name, members: addresses = [] }: ScenarioSchemas['Segment']): void {
  for (const [i, address] of addresses.entries()) {
    const member = memberAt(tx, list, address)
    if (!member)
      throw new ScenarioDataError(['members', i], `must be the address of a member of the list, but ${address} is none`)
    assignTags(tx, member, [name], member.created_at)
  }
}
