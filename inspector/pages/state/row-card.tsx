import type { Schemas, WorldTable } from '../../../src/kit/client/contract.ts'
import type { WhyEntity } from '../../../src/kit/client/why.ts'
import { CauseLink } from '../../components/cause-link.tsx'
import { Chain } from '../../components/chain.tsx'
import { EvidenceBadge } from '../../components/evidence-badge.tsx'
import { FieldChanges } from '../../components/field-changes.tsx'
import { JsonView } from '../../components/json-view.tsx'
import { Link } from '../../components/link.tsx'
import { Menu } from '../../components/menu.tsx'
import { Problem } from '../../components/problem.tsx'
import { Section } from '../../components/section.tsx'
import { amountText, isAmount } from '../../amounts.ts'
import { call } from '../../connection.ts'
import { counted, dateTimeOf } from '../../format.ts'
import { useRevision } from '../../live.ts'
import { useLoad } from '../../load.ts'
import { tableNamedBy } from '../../tables.ts'
import { useWorld } from '../../world.ts'
import { nameOf } from '../../row-names.ts'
import { triggersAbout, useTriggers } from '../act/triggers.ts'

/** A row: its fields, links to other rows, its actions, and its changes with their causes. */
export function RowCard({ table, id }: { readonly table: string; readonly id: string }) {
  const { id: world } = useWorld()
  const revision = useRevision('request', 'transition', 'delivery', 'email', 'clock')
  const { data: row, error } = useLoad(
    `row ${world} ${table} ${id}`,
    (signal) => call('getRow', world, { path: { table: table as WorldTable, id }, signal }),
    revision,
  )
  if (error !== undefined && !row) return <Problem error={error} />
  if (!row) return <p class="hint">Loading…</p>
  const name = nameOf(table, row)
  return (
    <article>
      <h2>
        {entityOf(table).replaceAll('_', ' ')} {name || id}
      </h2>
      {name === '' ? null : <p class="facts mono">{id}</p>}
      <RowActions table={table} row={row} />
      <History table={table} row={row} id={id} revision={revision} />
      <Section title="Fields">
        <table class="fields box">
          <tbody>
            {Object.entries(row).map(([field, value]) => (
              <tr key={field}>
                <th scope="row">{field}</th>
                <td>
                  <Value field={field} value={value} table={table} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Section>
    </article>
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

/** Names of fields that hold instants, in milliseconds or in seconds. */
const INSTANT = /(?:_at|_time|_opt|_changed|_created|^at|^created|^changed|timestamp.*)$/

function Value({ field, value, table }: { readonly field: string; readonly value: unknown; readonly table: string }) {
  const target = tableNamedBy(field)
  if (target !== undefined && target !== table && typeof value === 'string' && value !== '') {
    return <Link to={{ table: target, id: value }}>{value}</Link>
  }
  if (typeof value === 'number' && isAmount(table, field)) return <span title={String(value)}>{amountText(value)}</span>
  if (typeof value === 'object' && value !== null) return <JsonView value={value} isField />
  if (typeof value === 'number' && value > 1e9 && value < 1e13 && INSTANT.test(field)) {
    return <span title={String(value)}>{dateTimeOf(new Date(value < 1e11 ? value * 1_000 : value).toISOString())}</span>
  }
  if (value === '' || value === null) return <span class="quiet-text">{value === null ? 'null' : 'empty'}</span>
  return <span>{String(value)}</span>
}

/** The kind of thing that the rows of a table are, in the words of `why`. */
function entityOf(table: string): string {
  return table
    .replace(/^store_/, '')
    .replace(/ies$/, 'y')
    .replace(/ches$/, 'ch')
    .replace(/s$/, '')
}

interface HistoryProps {
  readonly table: string
  readonly row: Schemas['StateRow']
  readonly id: string
  readonly revision: number
}

function History({ table, row, id, revision }: HistoryProps) {
  const { id: world } = useWorld()
  const about = String(table === 'members' ? row['contact_id'] : (row['id'] ?? id))
  const { list_id, store_id } = row
  const list = typeof list_id === 'string' ? { list_id } : {}
  const store = typeof store_id === 'string' ? { store_id } : {}
  const { data: why } = useLoad(
    `why ${world} ${table} ${id}`,
    (signal) => call('getWhy', world, { query: { entity: entityOf(table) as WhyEntity, id: about, ...list, ...store }, signal }),
    revision,
  )
  // Not every table holds things that have a history of their own.
  if (!why) return null
  return (
    <>
      <Chain why={why} />
      <Changes why={why} />
    </>
  )
}

/** The changes of a row with their causes, the latest first. */
function Changes({ why }: { readonly why: Schemas['Why'] }) {
  return (
    <Section title="History">
      <p>{why.summary}</p>
      {why.history.length === 0 ? null : (
        <ol class="history box">
          {why.history.toReversed().map(({ event, at, by, cause, change, changed }) => (
            <li key={event} class="change">
              <p>
                <b>{change}</b> <CauseLink cause={cause} words={by} /> <span class="quiet-text">{dateTimeOf(at)}</span>
              </p>
              {change === 'changed' ? <FieldChanges changes={changed} /> : null}
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
  const differing = assumptions.filter(({ evidence }) => evidence.outcome === 'differs')
  const agreed = assumptions.filter(({ evidence }) => evidence.outcome === 'agrees')
  if (assumptions.length === 0) return null
  return (
    <details>
      <summary>
        {counted(assumptions.length, 'assumption')}: {agreed.length} agree with the service, {differing.length} differ
      </summary>
      <ul class="lines">
        {[...differing, ...assumptions.filter((each) => !differing.includes(each))].map(({ id, says, evidence }) => (
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
