import { type Address, go, useAddress } from '../address.ts'
import { operationChoices } from '../components/choices.ts'
import { Empty } from '../components/empty.tsx'
import { FilterField } from '../components/filter-field.tsx'
import { Picker } from '../components/picker.tsx'
import { Problem } from '../components/problem.tsx'
import { Select } from '../components/select.tsx'
import { Split } from '../components/split.tsx'
import { Toggle } from '../components/toggle.tsx'
import { WindowedList } from '../components/windowed-list.tsx'
import { call } from '../connection.ts'
import { counted } from '../format.ts'
import { useRevision } from '../live.ts'
import { usePages } from '../load.ts'
import { useWorld } from '../world.ts'
import { RequestDetail } from './requests/detail.tsx'
import { type CallFilter, callFilterOf, isFiltered } from './requests/filter.ts'
import { RequestRow } from './requests/row.tsx'

const ROW_HEIGHT = 31

/** The calls that a world received, beside the details of one. */
export function RequestsPage() {
  const { id: world } = useWorld()
  const address = useAddress()
  const { id } = address
  const filter = callFilterOf(address)
  const revision = useRevision('request', 'clock')
  const list = usePages(
    `calls ${world} ${JSON.stringify(filter)}`,
    async (offset, limit, signal) => {
      const { requests, total, evicted } = await call('getRequests', world, {
        query: { ...filter, offset, limit, order: 'desc' },
        signal,
      })
      return { items: requests, total, evicted }
    },
    revision,
  )
  return (
    <Split
      list={
        <>
          <Filters address={address} />
          {list.error !== undefined ? <Problem error={list.error} /> : null}
          {list.total === 0 ? (
            <NoRequests filter={filter} />
          ) : (
            <WindowedList
              label={list.total === undefined ? 'Calls' : counted(list.total, 'call')}
              list={list}
              rowHeight={ROW_HEIGHT}
              idOf={(entry) => entry.id}
              selected={id}
              onSelect={(next) => go({ id: next }, { isStep: false })}
              row={(entry) => <RequestRow entry={entry} isSelected={entry.id === id} />}
            />
          )}
        </>
      }
      detail={id === undefined ? undefined : <RequestDetail key={id} id={id} />}
      hint="Select a call to see what it changed and what was answered."
    />
  )
}

/** Statuses to filter by. */
const STATUSES = ['2xx', '3xx', '4xx', '5xx', 'none'] as const

function Filters({ address }: { readonly address: Address }) {
  const set = (change: Readonly<Record<string, string | undefined>>): void => go({ ...change, id: undefined }, { isStep: false })
  return (
    <div class="filters" role="search">
      <FilterField
        label="Filter by path, operation, body"
        value={address['q'] ?? ''}
        onChange={(q) => set({ q: q === '' ? undefined : q })}
      />
      <Toggle isOn={address['refused'] === '1'} onChange={(isOn) => set({ refused: isOn ? '1' : undefined })}>
        Refused
      </Toggle>
      <Toggle isOn={address['fault'] === '1'} onChange={(isOn) => set({ fault: isOn ? '1' : undefined })}>
        Faults
      </Toggle>
      <Select
        label="Status"
        none="Any status"
        value={address['status']}
        options={STATUSES}
        words={(status) => (status === 'none' ? 'No answer' : status)}
        onChange={(status) => set({ status })}
      />
      <Picker
        label="Operation"
        placeholder="All operations"
        isStrict
        value={address['operation']}
        search={operationChoices}
        onChange={(operation) => set({ operation })}
      />
    </div>
  )
}

function NoRequests({ filter }: { readonly filter: CallFilter }) {
  const { api_key, base_url } = useWorld()
  if (isFiltered(filter)) {
    return (
      <Empty title="No call matches">
        <button
          onClick={() => go({ q: undefined, status: undefined, refused: undefined, fault: undefined, operation: undefined })}
        >
          Show all calls
        </button>
      </Empty>
    )
  }
  return (
    <Empty title="No calls yet" command={`curl -u any:${api_key} ${base_url}/3.0/lists`}>
      This world is at {base_url}. Point the application at it, with this key, or try:
    </Empty>
  )
}
