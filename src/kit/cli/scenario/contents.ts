import type { GivenSettings } from '../../../kernel/contract/settings.ts'
import { batchWebhooks } from '../../../service/model/batch-webhooks/batch-webhook.ts'
import { automations } from '../../../service/model/automations/automation.ts'
import { campaigns } from '../../../service/model/campaigns/campaign.ts'
import { connectedSites } from '../../../service/model/connected-sites/site.ts'
import { folders } from '../../../service/model/folders/folder.ts'
import { interestCategories, interests } from '../../../service/model/interests/interest.ts'
import { journeys } from '../../../service/model/journeys/journey.ts'
import { landingPages } from '../../../service/model/landing-pages/page.ts'
import { type ListRow, lists } from '../../../service/model/lists/list.ts'
import { members, type MemberStatus } from '../../../service/model/members/member.ts'
import { mergeFields } from '../../../service/model/merge-fields/merge-field.ts'
import { clients } from '../../../service/model/oauth/client.ts'
import { segments } from '../../../service/model/segments/segment.ts'
import { surveys } from '../../../service/model/surveys/survey.ts'
import { templates } from '../../../service/model/templates/template.ts'
import { carts } from '../../../service/model/carts/cart.ts'
import { customers } from '../../../service/model/customers/customer.ts'
import { orders } from '../../../service/model/orders/order.ts'
import { products } from '../../../service/model/products/product.ts'
import { promoCodes, promoRules } from '../../../service/model/promos/promo.ts'
import { stores } from '../../../service/model/stores/store.ts'
import { verifiedDomains } from '../../../service/model/verified-domains/domain.ts'
import { webhooks } from '../../../service/model/webhooks/webhook.ts'
import type { ScenarioSchemas } from '../../../kernel/contract/scenario.ts'
import type { Scenario } from '../../../service/scenarios/read/scenario-source.ts'
import { isoMillis } from '../../../kernel/support/time.ts'
import type { Range } from '../../../kernel/world/range.ts'
import { type ReadTx, peek } from '../../../kernel/world/tx.ts'
import type { WorldState } from '../../../kernel/world/world.ts'

/** An object of a scenario: its id for tests, and its name for people. */
export interface NamedThing {
  readonly id: string
  readonly name: string
}

/** Some things, and how many there are in all. */
export interface SomeThings<Thing> {
  readonly total: number
  readonly first: readonly Thing[]
}

export interface ShownList extends NamedThing {
  readonly double_optin: boolean
  readonly merge_fields: readonly { readonly tag: string; readonly type: string; readonly required: boolean }[]
  readonly interest_categories: readonly (NamedThing & { readonly interests: readonly NamedThing[] })[]
  readonly segments: SomeThings<NamedThing & { readonly type: string }>
  readonly webhooks: readonly { readonly id: string; readonly url: string; readonly events: readonly string[] }[]
  readonly statuses: { readonly [status: string]: number }
  readonly members: SomeThings<{ readonly email_address: string; readonly status: MemberStatus; readonly id: string }>
}

/** The parts of a scenario for authors of tests: ids, keys and some data. */
export interface ScenarioContents {
  readonly name: string
  readonly description: string
  readonly seed: string
  /** The clock of a world with this scenario: `now` is the start of a frozen clock, and the reference of relative instants. */
  readonly clock: { readonly mode: string; readonly rate: number; readonly now: string }
  /** The credentials of the world `default` that `maildouble serve` starts with. */
  readonly api_key: string
  readonly oauth_clients: readonly {
    readonly client_id: string
    readonly client_secret: string
    readonly redirect_uri: string
  }[]
  readonly settings: GivenSettings
  readonly lists: SomeThings<ShownList>
  /** Campaigns, templates and so on, by table. */
  readonly others: { readonly [table: string]: SomeThings<NamedThing> }
  readonly faults: ScenarioSchemas['Faults']
  readonly delivery_faults: ScenarioSchemas['DeliveryFaults']
  readonly outages: ScenarioSchemas['Outages']
  readonly timeline: ScenarioSchemas['Timeline']
  readonly comments: string
}

/** Maximum number of lists, and of things of each kind that are shown of each. */
const LISTS_MAX = 20
const SHOWN_MAX = 12

/** The contents of a scenario, read from a world of the scenario. */
export function scenarioContents(scenario: Scenario, world: WorldState, comments: string): ScenarioContents {
  const { name, description, settings, faults, delivery_faults, outages, timeline } = scenario
  const { credentials, seed } = world
  const { api_key, client_id, client_secret, redirect_uri } = credentials
  const { mode, rate, now } = world.clock
  return peek(world, (tx) => ({
    name,
    description,
    seed,
    clock: { mode, rate, now: isoMillis(now) },
    api_key,
    oauth_clients: [
      { client_id, client_secret, redirect_uri },
      ...tx
        .range(clients.key)
        .all()
        .map((each) => ({
          client_id: each.client_id,
          client_secret: each.client_secret,
          redirect_uri: each.redirect_uri,
        })),
    ],
    settings,
    lists: listsIn(tx),
    others: othersIn(tx),
    faults,
    delivery_faults,
    outages,
    timeline,
    comments,
  }))
}

/** The lists, in the order of the files. */
function listsIn(tx: ReadTx): SomeThings<ShownList> {
  const all = tx.range(lists.key).all()
  const first = all.toSorted((a, b) => a.seq - b.seq).slice(0, LISTS_MAX)
  return { total: all.length, first: first.map((list) => shownList(tx, list)) }
}

function shownList(tx: ReadTx, list: ListRow): ShownList {
  const list_id = list.id
  const statuses = STATUSES.map((status) => [status, tx.range(members.byStatus, { list_id, status }).count] as const)
  return {
    id: list_id,
    name: list.name,
    double_optin: list.double_optin,
    merge_fields: tx
      .range(mergeFields.byOrder, { list_id })
      .all()
      .map(({ tag, type, required }) => ({ tag, type, required })),
    interest_categories: tx
      .range(interestCategories.byOrder, { list_id })
      .all()
      .map(({ id, title }) => ({
        id,
        name: title,
        interests: tx
          .range(interests.byCategory, { list_id, category_id: id })
          .all()
          .map((interest) => ({ id: interest.id, name: interest.name })),
      })),
    segments: takeSome(tx.range(segments.onList, { list_id }), ({ id, name, type }) => ({ id: String(id), name, type })),
    webhooks: tx
      .range(webhooks.onList, { list_id })
      .all()
      .map(({ id, url, events }) => ({ id, url, events: Object.entries(events).flatMap(([name, on]) => (on ? [name] : [])) })),
    statuses: Object.fromEntries(statuses.filter(([, count]) => count > 0)),
    members: takeSome(tx.range(members.byCreation, { list_id }), ({ email_address, status, hash: id }) => ({
      email_address,
      status,
      id,
    })),
  }
}

const STATUSES: readonly MemberStatus[] = ['subscribed', 'unsubscribed', 'cleaned', 'pending', 'transactional', 'archived']

function othersIn(tx: ReadTx): ScenarioContents['others'] {
  const found: ScenarioContents['others'] = {
    campaigns: takeSome(tx.range(campaigns.bySendTime), ({ id, title, status }) => ({ id, name: `${title} (${status})` })),
    automations: takeSome(tx.range(automations.byCreation), ({ id, title, status }) => ({ id, name: `${title} (${status})` })),
    journeys: takeSome(tx.range(journeys.key), ({ id, name, status }) => ({ id: String(id), name: `${name} (${status})` })),
    stores: takeSome(tx.range(stores.byCreation), ({ id, name, list_id }) => ({ id, name: `${name} (list ${list_id})` })),
    store_products: takeSome(tx.range(products.key), ({ store_id, id, title }) => ({ id, name: `${title} (${store_id})` })),
    store_customers: takeSome(tx.range(customers.key), ({ store_id, id, email_address }) => ({
      id,
      name: `${email_address} (${store_id})`,
    })),
    store_carts: takeSome(tx.range(carts.key), ({ store_id, id, customer_id }) => ({ id, name: `${customer_id} (${store_id})` })),
    store_orders: takeSome(tx.range(orders.key), ({ store_id, id, financial_status }) => ({
      id,
      name: `${financial_status || 'no status'} (${store_id})`,
    })),
    promo_rules: takeSome(tx.range(promoRules.key), ({ store_id, id, title, description }) => ({
      id,
      name: `${title || description} (${store_id})`,
    })),
    promo_codes: takeSome(tx.range(promoCodes.key), ({ store_id, id, code }) => ({ id, name: `${code} (${store_id})` })),
    folders: takeSome(tx.range(folders.key), ({ id, name, kind }) => ({ id, name: `${name} (${kind})` })),
    templates: takeSome(tx.range(templates.key), ({ id, name }) => ({ id: String(id), name })),
    landing_pages: takeSome(tx.range(landingPages.byCreation), ({ id, content }) => ({ id, name: content.name })),
    surveys: takeSome(tx.range(surveys.byCreation), ({ id, content, status }) => ({ id, name: `${content.title} (${status})` })),
    connected_sites: takeSome(tx.range(connectedSites.byCreation), ({ foreign_id, domain }) => ({
      id: foreign_id,
      name: domain,
    })),
    verified_domains: takeSome(tx.range(verifiedDomains.key), ({ domain, status }) => ({ id: domain, name: status })),
    batch_webhooks: takeSome(tx.range(batchWebhooks.byCreation), ({ id, url }) => ({ id, name: url })),
  }
  return Object.fromEntries(Object.entries(found).filter(([, { total }]) => total > 0))
}

function takeSome<Row, Thing>(range: Range<Row>, view: (row: Row) => Thing): SomeThings<Thing> {
  return { total: range.count, first: range.slice(0, SHOWN_MAX).map(view) }
}
