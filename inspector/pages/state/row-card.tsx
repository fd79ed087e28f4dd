import type { Schemas, WorldTable } from '../../../src/kit/client/contract.ts'
import type { WhyEntity } from '../../../src/kit/client/why.ts'
import { CauseLink } from '../../components/cause-link.tsx'
import { Chain } from '../../components/chain.tsx'
import { EvidenceBadge } from '../../components/evidence-badge.tsx'
import { FieldChanges } from '../../components/field-changes.tsx'
import { FieldTable } from '../../components/field-table.tsx'
import { JsonView } from '../../components/json-view.tsx'
import { Link } from '../../components/link.tsx'
import { Menu } from '../../components/menu.tsx'
import { NotLoaded } from '../../components/problem.tsx'
import { Section } from '../../components/section.tsx'
import { isInstantName } from '../../../src/kernel/support/instant-names.ts'
import { amountText } from '../../amounts.ts'
import { call } from '../../connection.ts'
import { formatDateTime } from '../../format.ts'
import { formatCount } from '../../../src/kernel/support/words.ts'
import { useRevision } from '../../live.ts'
import { useLoad } from '../../load.ts'
import { useTableWords } from '../../table-words.ts'
import { type NamedTable, tableNamedBy } from '../../tables.ts'
import { useWorld } from '../../world.ts'
import { describeRow, type NamedRow, namedRows, nameRow } from '../../row-names.ts'
import { triggersAbout, useTriggers } from '../act/triggers.ts'

/** A row: its fields, links to other rows, its actions, and its changes with their causes. */
export function RowCard({ table, id }: { readonly table: string; readonly id: string }) {
  const { id: world } = useWorld()
  const revision = useRevision()
  const { data, error } = useLoad(
    `row ${world} ${table} ${id}`,
    async (signal) => {
      const path = { table: table as WorldTable, id }
      const { amounts, ...found } = await call('getTable', world, { path, query: { id }, signal })
      const [named] = namedRows(found)
      // A row that is missing is refused with its reason.
      return { amounts, ...(named ?? { row: await call('getRow', world, { path, signal }), names: {} }) }
    },
    revision,
  )
  if (!data) return <NotLoaded error={error} />
  const { row, amounts } = data
  const [name, about] = [nameRow(table, data), describeRow(table, data)]
  return (
    <article>
      <h2>
        {nameEntity(table).replaceAll('_', ' ')} {name || id}
      </h2>
      {name === '' && about === '' ? null : (
        <p class="facts">
          {name === '' ? null : <span class="mono">{id}</span>}
          {name === '' || about === '' ? '' : ' · '}
          {about}
        </p>
      )}
      <RowActions table={table} row={row} />
      <Reverse table={table} row={row} revision={revision} />
      <History table={table} row={row} id={id} revision={revision} amounts={amounts} />
      <Section title="Fields">
        <FieldTable
          class="box"
          fields={Object.entries(row)
            .filter(([field]) => field !== 'seq')
            .map(([field, value]) => [field, <Value field={field} value={value} table={table} named={data} amounts={amounts} />])}
        />
      </Section>
    </article>
  )
}

interface RowProps {
  readonly table: string
  readonly row: Schemas['StateRow']
  readonly revision: number
}

/** Tables whose rows name a row of another table, by that table. */
const REVERSE: Readonly<Record<string, readonly WorldTable[]>> = {
  campaigns: ['recipients', 'engagements', 'store_orders', 'emails'],
  automations: ['automation_emails', 'automation_queue', 'automation_passes'],
  stores: ['store_customers', 'store_carts', 'store_orders'],
  store_customers: ['store_carts', 'store_orders'],
  store_carts: ['store_lines', 'store_orders'],
  store_orders: ['store_lines', 'emails'],
  store_products: ['store_lines', 'store_variants'],
  lists: ['members', 'campaigns', 'webhooks', 'stores'],
  members: ['recipients', 'store_orders', 'events', 'notes'],
}

/** How many rows of other tables name a row, each a link to them: of a campaign, its recipients, what they did, and its orders. */
function Reverse({ table, row, revision }: RowProps) {
  const { id: world } = useWorld()
  const words = useTableWords()
  const own = String(table === 'members' ? row['contact_id'] : row['id'])
  const { data = [] } = useLoad(
    `reverse ${world} ${table} ${own}`,
    (signal) =>
      Promise.all(
        (REVERSE[table] ?? []).map(async (other) => {
          const { total } = await call('getTable', world, { path: { table: other }, query: { text: own, count: 0 }, signal })
          return { other, total }
        }),
      ),
    revision,
  )
  const found = data.filter(({ total }) => total > 0)
  if (found.length === 0) return null
  return (
    <p class="facts tags-line">
      {found.map(({ other, total }) => (
        <Link key={other} class="text-link" to={{ table: other, id: undefined, q: own }}>
          {formatCount(total)} {words(other).title.toLowerCase()}
        </Link>
      ))}
    </p>
  )
}

/** What can happen to a row: the triggers whose bodies name such a row, with everything filled in that follows from it. */
function RowActions({ table, row }: { readonly table: string; readonly row: Schemas['StateRow'] }) {
  const { data = [] } = useTriggers()
  const about = triggersAbout(data, table, row)
  if (about.length === 0) return null
  return (
    <div class="actions">
      <Menu label="Let something happen… ▾" name="Let something happen">
        {() => (
          <div class="items">
            {about.map(({ trigger: { trigger, title }, given }) => (
              <Link key={trigger} class="item-link" title={trigger} to={{ page: 'act', trigger, given: JSON.stringify(given) }}>
                {title}
              </Link>
            ))}
          </div>
        )}
      </Menu>
    </div>
  )
}

interface ValueProps {
  readonly field: string
  readonly value: unknown
  readonly table: string
  readonly named: NamedRow
  readonly amounts: readonly string[]
}

function Value({ field, value, table, named, amounts }: ValueProps) {
  const name = named.names[field]
  const target = tableNamedBy(field)
  if (target !== undefined && target !== table && (name !== undefined || (typeof value === 'string' && value !== ''))) {
    return (
      <>
        <Link to={{ table: target, id: rowIn(target, String(value), named.row) }}>{name ?? String(value)}</Link>
        {name === undefined ? null : <span class="quiet-text"> {String(value)}</span>}
      </>
    )
  }
  if (typeof value === 'number' && amounts.includes(field)) return <span title={String(value)}>{amountText(value)}</span>
  if (typeof value === 'object' && value !== null) return <JsonView value={value} isField amounts={amounts} />
  if (value === 0 && isInstantName(field)) return <span class="quiet-text">empty</span>
  if (typeof value === 'number' && value > 1e9 && value < 1e13 && isInstantName(field)) {
    return <span>{formatDateTime(value < 1e11 ? value * 1_000 : value)}</span>
  }
  if (value === '' || value === null) return <span class="quiet-text">{value === null ? 'null' : 'empty'}</span>
  return <span>{String(value)}</span>
}

/** The key of a row that another row names. What a store has is named within the store. */
function rowIn(table: NamedTable, id: string, { store_id }: Schemas['StateRow']): string {
  return table.startsWith('store_') ? `${String(store_id)},${id}` : id
}

/** The kind of thing that the rows of a table are, in the words of `why`. */
function nameEntity(table: string): string {
  return table
    .replace(/^store_/, '')
    .replace(/ies$/, 'y')
    .replace(/ches$/, 'ch')
    .replace(/s$/, '')
}

interface HistoryProps extends RowProps {
  readonly id: string
  readonly amounts: readonly string[]
}

function History({ table, row, id, revision, amounts }: HistoryProps) {
  const { id: world } = useWorld()
  const about = String(table === 'members' ? row['contact_id'] : (row['id'] ?? id))
  const { list_id, store_id } = row
  const list = typeof list_id === 'string' ? { list_id } : {}
  const store = typeof store_id === 'string' ? { store_id } : {}
  const { data: why } = useLoad(
    `why ${world} ${table} ${id}`,
    (signal) =>
      call('getWhy', world, { query: { entity: nameEntity(table) as WhyEntity, id: about, ...list, ...store }, signal }),
    revision,
  )
  // Not every table holds things that have a history of their own.
  if (!why) return null
  return (
    <>
      {why.sent ? <Sent sent={why.sent} /> : null}
      <Chain why={why} isFolded />
      <Changes why={why} amounts={amounts} />
    </>
  )
}

/** What became of a campaign, in people. */
function Sent({ sent }: { readonly sent: NonNullable<Schemas['Why']['sent']> }) {
  return (
    <dl class="figures">
      {Object.entries(sent).map(([name, count]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{formatCount(count)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The changes of a row with their causes, the latest first. */
function Changes({ why, amounts }: { readonly why: Schemas['Why']; readonly amounts: readonly string[] }) {
  return (
    <Section title="History">
      <p>{why.summary}</p>
      {why.history.length === 0 ? null : (
        <ol class="history box">
          {why.history.toReversed().map(({ event, at, by, cause, change, changed }) => (
            <li key={event} class="change">
              <p>
                <b>{change}</b> <CauseLink cause={cause} words={by} /> <span class="quiet-text">{formatDateTime(at)}</span>
              </p>
              {change === 'changed' ? <FieldChanges changes={changed} amounts={amounts} /> : null}
            </li>
          ))}
        </ol>
      )}
      {why.assumptions === undefined ? null : <Behind assumptions={why.assumptions} />}
      {why.omitted > 0 ? <p class="quiet-text">{why.omitted} earlier changes are not shown.</p> : null}
    </Section>
  )
}

/** How the assumptions behind a thing compare with the service. */
function Behind({ assumptions }: { readonly assumptions: NonNullable<Schemas['Why']['assumptions']> }) {
  if (assumptions.length === 0) return null
  const count = (outcome: string): number => assumptions.filter(({ evidence }) => evidence.outcome === outcome).length
  return (
    <details>
      <summary>
        {formatCount(assumptions.length, 'assumption')}: {count('agrees')} agree with the service, {count('differs')} differ
      </summary>
      <ul class="lines">
        {assumptions.map(({ id, says, evidence }) => (
          <li key={id}>
            <p>
              <b class="mono">{id}</b> <EvidenceBadge evidence={evidence} />
            </p>
            <p class="quiet-text">{says}</p>
          </li>
        ))}
      </ul>
    </details>
  )
}
