import { isObject } from '../../../src/kernel/support/is-object.ts'
import { Badge } from '../../components/badge.tsx'
import { Link } from '../../components/link.tsx'
import { NotLoaded } from '../../components/problem.tsx'
import { call } from '../../connection.ts'
import { useRevision } from '../../live.ts'
import { type Loaded, useLoad } from '../../load.ts'
import { namedRows } from '../../row-names.ts'
import { useWorld } from '../../world.ts'

/** A URL that gets webhooks. */
interface Subscription {
  readonly table: 'webhooks' | 'batch_webhooks'
  /** Its key in the table. */
  readonly key: string
  readonly url: string
  /** The name and the id of its list; a webhook of batches has none. */
  readonly list: { readonly id: string; readonly name: string } | undefined
  readonly events: Switches
  readonly sources: Switches
  /** Why nothing is sent to it. */
  readonly off: string | undefined
}

/** Names that are on or off. */
type Switches = readonly (readonly [name: string, isOn: boolean])[]

/** Maximum number of subscriptions that are loaded. */
const LOADED = 1_000

/** The subscriptions of the lists and of batches. */
export function useSubscriptions(): Loaded<readonly Subscription[]> {
  const { id: world } = useWorld()
  return useLoad(
    `subscriptions ${world}`,
    async (signal) => {
      const rows = async (table: 'webhooks' | 'batch_webhooks') =>
        namedRows(await call('getTable', world, { path: { table }, query: { count: LOADED }, signal }))
      const [ofLists, ofBatches] = await Promise.all([rows('webhooks'), rows('batch_webhooks')])
      return [
        ...ofLists.map(({ row, names }): Subscription => {
          const list = String(row['list_id'])
          return {
            table: 'webhooks',
            key: `${list},${String(row['id'])}`,
            url: String(row['url']),
            list: { id: list, name: names['list_id'] ?? list },
            events: switchesIn(row['events']),
            sources: switchesIn(row['sources']),
            off: row['gone'] === true ? 'given up' : undefined,
          }
        }),
        ...ofBatches.map(({ row }): Subscription => ({
          table: 'batch_webhooks',
          key: String(row['id']),
          url: String(row['url']),
          list: undefined,
          events: [['batch_operation_completed', true]],
          sources: [],
          off: row['gone'] === true ? 'given up' : row['enabled'] === false ? 'disabled' : undefined,
        })),
      ]
    },
    useRevision(),
  )
}

function switchesIn(value: unknown): Switches {
  return isObject(value) ? Object.entries(value).map(([name, isOn]) => [name, isOn === true] as const) : []
}

/** The URLs that get webhooks, each with the events and the sources that lead to one. */
export function Subscriptions({ subscribed: { data, error } }: { readonly subscribed: Loaded<readonly Subscription[]> }) {
  if (!data) return <NotLoaded error={error} />
  return (
    <article>
      <h2>Subscriptions</h2>
      {data.length === 0 ? (
        <p class="facts quiet-text">No URL gets webhooks. A list sends them once it has a webhook.</p>
      ) : (
        <p class="facts quiet-text">A webhook goes out if both its event and its source are on.</p>
      )}
      {data.map(({ table, key, url, list, events, sources, off }) => (
        <div key={table + key} class="subscription">
          <p>
            <Link to={{ page: 'state', table, id: key }}>{url}</Link> {off === undefined ? null : <Badge tone="bad">{off}</Badge>}
          </p>
          <p class="quiet-text">
            {list ? (
              <>
                List <Link to={{ page: 'state', table: 'lists', id: list.id }}>{list.name}</Link>
              </>
            ) : (
              'Finished batches'
            )}
          </p>
          <SwitchLine title="Events" switches={events} />
          <SwitchLine title="Sources" switches={sources} />
          {list ? (
            <p>
              <Link to={{ page: 'act', trigger: 'event.emit', given: JSON.stringify({ list_id: list.id }) }}>
                Send it a webhook…
              </Link>
            </p>
          ) : null}
        </div>
      ))}
    </article>
  )
}

function SwitchLine({ title, switches }: { readonly title: string; readonly switches: Switches }) {
  if (switches.length === 0) return null
  return (
    <p class="tags-line">
      <span class="quiet-text">{title}</span>
      {switches.map(([name, isOn]) =>
        isOn ? (
          <Badge key={name} tone="accent">
            {name}
          </Badge>
        ) : (
          <span key={name} class="badge off">
            <span class="hidden">not </span>
            {name}
          </span>
        ),
      )}
    </p>
  )
}
