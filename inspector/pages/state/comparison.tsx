import type { Schemas } from '../../../src/kit/client/contract.ts'
import { go, useAddress } from '../../address.ts'
import { Empty } from '../../components/empty.tsx'
import { Link } from '../../components/link.tsx'
import { Problem } from '../../components/problem.tsx'
import { RowChanges } from '../../components/row-changes.tsx'
import { Select } from '../../components/select.tsx'
import { call } from '../../connection.ts'
import { formatDateTime } from '../../format.ts'
import { formatCount } from '../../../src/kernel/support/words.ts'
import { useRevision } from '../../live.ts'
import { useLoad } from '../../load.ts'
import { useTableWords } from '../../table-words.ts'
import type { TableWords } from '../../tables.ts'
import { useWorld } from '../../world.ts'

/** Two states of a world, or of two worlds, compared by table, row and field. */
export function Comparison() {
  const { id: world } = useWorld()
  const { from = 'start', to = 'now' } = useAddress()
  const revision = useRevision()
  const states = useLoad(`states ${world}`, async (signal) => {
    const [{ snapshots }, { worlds }] = await Promise.all([
      call('getSnapshots', world, { signal }),
      call('getWorlds', undefined, { signal }),
    ])
    const others = worlds.filter(({ id }) => id !== world)
    return ['start', 'now', ...snapshots.map(({ name }) => `snapshot:${name}`), ...others.map(({ id }) => `world:${id}`)]
  })
  const { data: diff, error } = useLoad(
    `diff ${world} ${from} ${to}`,
    (signal) => call('getDiff', world, { query: { from, to }, signal }),
    revision,
  )
  const words = useTableWords()
  const options = states.data ?? ['start', 'now']
  return (
    <div class="page">
      <div class="filters">
        <Link to={{ compare: undefined, from: undefined, to: undefined }} class="text-link">
          All tables
        </Link>
        <b class="title">Compare</b>
        <span class="between">
          <Select
            label="Earlier state"
            none="start"
            value={from === 'start' ? undefined : from}
            options={options.filter((each) => each !== 'start')}
            words={nameState}
            onChange={(next) => go({ from: next }, { isStep: false })}
          />
          <span>with</span>
          <Select
            label="Later state"
            none="now"
            value={to === 'now' ? undefined : to}
            options={options.filter((each) => each !== 'now')}
            words={nameState}
            onChange={(next) => go({ to: next }, { isStep: false })}
          />
        </span>
        {diff ? (
          <span class="quiet-text">
            {formatDateTime(diff.from_at)} to {formatDateTime(diff.to_at)}
          </span>
        ) : null}
      </div>
      {error !== undefined && !diff ? <Problem error={error} /> : null}
      {diff?.tables.length === 0 ? <Empty title="The two states are the same" /> : null}
      <div class="columns">
        {inOrder(diff?.tables ?? [], words).map(({ table, title, internal }) => (
          <TableChanges key={table.table} table={table} title={title} isInternal={internal} />
        ))}
      </div>
      {diff && diff.omitted > 0 ? <p class="hint">{formatCount(diff.omitted, 'more row')} are not shown.</p> : null}
    </div>
  )
}

function nameState(state: string): string {
  return state.replace(/^(snapshot|world):/, '$1 ')
}

/** The changed tables in the order of their groups, those of people first. */
function inOrder(tables: readonly Schemas['TableDiff'][], words: TableWords) {
  return tables
    .map((table) => ({ table, ...words(table.table) }))
    .toSorted((a, b) => Number(a.internal) - Number(b.internal) || a.place - b.place)
}

interface TableChangesProps {
  readonly table: Schemas['TableDiff']
  readonly title: string
  readonly isInternal: boolean
}

function TableChanges({ table: { table, added, removed, changed, counts }, title, isInternal }: TableChangesProps) {
  const words = [
    counts.added > 0 ? `${counts.added} added` : '',
    counts.changed > 0 ? `${counts.changed} changed` : '',
    counts.removed > 0 ? `${counts.removed} removed` : '',
  ].filter(Boolean)
  return (
    <details class="section" open={!isInternal && counts.added + counts.changed + counts.removed <= 5}>
      <summary>
        <b title={table}>{title}</b> <span class="quiet-text">{words.join(', ')}</span>
      </summary>
      <div class="box">
        <RowChanges table={table} kind="changed" rows={changed} />
        <RowChanges table={table} kind="added" rows={added} />
        <RowChanges table={table} kind="removed" rows={removed} />
      </div>
    </details>
  )
}
