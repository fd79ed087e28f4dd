import { type Address, go, useAddress } from '../address.ts'
import { Badge, DELIVERY_TONES } from '../components/badge.tsx'
import { Empty, useListCommand, NoMatch } from '../components/empty.tsx'
import { FilterField } from '../components/filter-field.tsx'
import { RowLink } from '../components/row-link.tsx'
import { Select } from '../components/select.tsx'
import { Split } from '../components/split.tsx'
import { WindowedList } from '../components/windowed-list.tsx'
import type { QueryOf, Schemas } from '../../src/kit/client/contract.ts'
import { call } from '../connection.ts'
import { formatTime } from '../format.ts'
import { formatCount } from '../../src/kernel/support/words.ts'
import { useRevision } from '../live.ts'
import { usePages } from '../load.ts'
import { useWorld } from '../world.ts'
import { DeliveryDetail } from './webhooks/detail.tsx'
import { Subscriptions, useSubscriptions } from './webhooks/subscriptions.tsx'

type Delivery = Schemas['Delivery']

const ROW_HEIGHT = 31

/** The events of the contract; the compiler names a missing one. */
const EVENTS: { readonly [Event in Delivery['event']]: true } = {
  subscribe: true,
  unsubscribe: true,
  profile: true,
  upemail: true,
  cleaned: true,
  campaign: true,
  batch_operation_completed: true,
  validation: true,
}

/** The webhooks that a world sent, beside the attempts of one. */
export function WebhooksPage() {
  const { id: world } = useWorld()
  const address = useAddress()
  const { id, subscriptions } = address
  const subscribed = useSubscriptions()
  const filter = readDeliveryFilter(address)
  const list = usePages(
    `deliveries ${world} ${JSON.stringify(filter)}`,
    async (offset, limit, signal) => {
      const query = { ...filter, offset, limit, order: 'desc' as const }
      const { deliveries, total, evicted } = await call('getDeliveries', world, { query, signal })
      return { items: deliveries, total, evicted }
    },
    useRevision(),
  )
  return (
    <Split
      list={
        <>
          <div class="filters" role="search">
            <FilterField label="Filter by URL, body, answer" />
            <Select
              label="Event"
              none="All events"
              value={address['event']}
              options={Object.keys(EVENTS)}
              onChange={(event) => go({ event, id: undefined }, { isStep: false })}
            />
            <Select
              label="Status"
              none="Any status"
              value={address['status']}
              options={Object.keys(DELIVERY_TONES)}
              onChange={(status) => go({ status, id: undefined }, { isStep: false })}
            />
            <button aria-pressed={id === undefined ? 'true' : 'false'} onClick={() => go({ subscriptions: '1', id: undefined })}>
              {formatCount(subscribed.data?.length ?? 0, 'subscription')}
            </button>
          </div>
          <WindowedList
            label={list.total === undefined ? 'Webhooks' : formatCount(list.total, 'webhook')}
            list={list}
            rowHeight={ROW_HEIGHT}
            idOf={(entry) => String(entry.id)}
            empty={<NoDeliveries isFiltered={Object.keys(filter).length > 0} />}
            row={(entry) => <DeliveryRow entry={entry} />}
          />
        </>
      }
      detail={
        id !== undefined ? (
          <DeliveryDetail key={id} id={id} />
        ) : subscriptions === '1' ? (
          <Subscriptions subscribed={subscribed} />
        ) : undefined
      }
      hint={<Subscriptions subscribed={subscribed} />}
    />
  )
}

function readDeliveryFilter({ event, status, q }: Address): Pick<QueryOf<'getDeliveries'>, 'event' | 'status' | 'text'> {
  return {
    ...(q ? { text: q } : {}),
    ...(isKeyOf(EVENTS, event) ? { event } : {}),
    ...(isKeyOf(DELIVERY_TONES, status) ? { status } : {}),
  }
}

function isKeyOf<Names extends object>(names: Names, name: string | undefined): name is keyof Names & string {
  return name !== undefined && Object.hasOwn(names, name)
}

function DeliveryRow({ entry }: { readonly entry: Delivery }) {
  const { id, created_at, event, url, status, attempts, body } = entry
  const about = aboutIn(body)
  return (
    <RowLink id={String(id)} class="delivery">
      <span class="time">{formatTime(created_at)}</span>
      <span class="method">{event}</span>
      <span class="path" title={url}>
        {about === '' ? url : <b>{about}</b>}
        {about === '' ? null : <i> {url}</i>}
      </span>
      <span class="tags">{attempts.length > 1 ? <Badge>{attempts.length} attempts</Badge> : null}</span>
      <Badge tone={DELIVERY_TONES[status]}>{status}</Badge>
    </RowLink>
  )
}

/** What a webhook is about, in its own words: an address, or the subject of a campaign. Empty if it says neither. */
function aboutIn(body: string): string {
  const fields = new URLSearchParams(body)
  return fields.get('data[new_email]') ?? fields.get('data[email]') ?? fields.get('data[subject]') ?? ''
}

function NoDeliveries({ isFiltered }: { readonly isFiltered: boolean }) {
  const command = useListCommand('webhooks', {
    url: 'http://127.0.0.1:5000/hooks',
    events: { subscribe: true },
    sources: { user: true, admin: true, api: true },
  })
  if (isFiltered) return <NoMatch word="webhook" filters={['q', 'event', 'status']} />
  return (
    <Empty title="No webhooks went out yet" command={command}>
      A list sends webhooks once it has a subscription. Add one, and then subscribe a member:
    </Empty>
  )
}
