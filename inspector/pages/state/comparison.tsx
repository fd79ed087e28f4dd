import type { Schemas } from '../../../src/kit/client/contract.ts'
import { go, useAddress } from '../../address.ts'
import { Empty } from '../../components/empty.tsx'
import { Link } from '../../components/link.tsx'
import { Problem } from '../../components/problem.tsx'
import { RowChanges } from '../../components/row-changes.tsx'
import { Select } from '../../components/select.tsx'
import { call } from '../../connection.ts'
import { counted, dateTimeOf } from '../../format.ts'
import { useRevision } from '../../live.ts'
import { useLoad } from '../../load.ts'
import { useWorld } from '../../world.ts'

/** Two states of a world, or of two worlds, compared by table, row and field. */
export function Comparison() {
  const { id: world } = useWorld()
  const { from = 'start', to = 'now' } = useAddress()
  const revision = useRevision('request', 'transition', 'delivery', 'email', 'clock')
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
  const options = states.data ?? ['start', 'now']
  return (
    <div class="page">
      <div class="filters">
        <Link to={{ compare: undefined, from: undefined, to: undefined }} class="text-link">
          All tables
        </Link>
        <b class="title">Compare</b>
        <Select
          label="Earlier state"
          none="start"
          value={from === 'start' ? undefined : from}
          options={options.filter((each) => each !== 'start')}
          words={wordsFor}
          onChange={(next) => go({ from: next }, { isStep: false })}
        />
        <span>with</span>
        <Select
          label="Later state"
          none="now"
          value={to === 'now' ? undefined : to}
          options={options.filter((each) => each !== 'now')}
          words={wordsFor}
          onChange={(next) => go({ to: next }, { isStep: false })}
        />
        {diff ? (
          <span class="quiet-text">
            {dateTimeOf(diff.from_at)} to {dateTimeOf(diff.to_at)}
          </span>
        ) : null}
      </div>
      {error !== undefined && !diff ? <Problem error={error} /> : null}
      {diff?.tables.length === 0 ? <Empty title="The two states are the same" /> : null}
      <div class="columns">
        {diff?.tables.map((table) => (
          <TableChanges key={table.table} table={table} />
        ))}
      </div>
      {diff && diff.omitted > 0 ? <p class="hint">{counted(diff.omitted, 'more row')} are not shown.</p> : null}
    </div>
  )
}

function wordsFor(state: string): string {
  return state.replace(/^(snapshot|world):/, '$1 ')
}

function TableChanges({ table: { table, added, removed, changed, counts } }: { readonly table: Schemas['TableDiff'] }) {
  const words = [
    counts.added > 0 ? `${counts.added} added` : '',
    counts.changed > 0 ? `${counts.changed} changed` : '',
    counts.removed > 0 ? `${counts.removed} removed` : '',
  ].filter(Boolean)
  return (
    <details class="section" open={counts.added + counts.changed + counts.removed <= 5}>
      <summary>
        <b>{table}</b> <span class="quiet-text">{words.join(', ')}</span>
      </summary>
      <div class="box">
        <RowChanges table={table} kind="changed" rows={changed} />
        <RowChanges table={table} kind="added" rows={added} />
        <RowChanges table={table} kind="removed" rows={removed} />
      </div>
    </details>
  )
}
