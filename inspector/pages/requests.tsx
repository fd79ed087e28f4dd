import { useEffect, useRef } from 'hono/jsx/dom'
import type { Schemas } from '../../src/kit/client/contract.ts'
import { type Address, currentAddress, go, useAddress } from '../address.ts'
import { operationChoices } from '../components/choices.ts'
import { Empty, NoMatch } from '../components/empty.tsx'
import { FilterField } from '../components/filter-field.tsx'
import { Picker } from '../components/picker.tsx'
import { Select } from '../components/select.tsx'
import { Split } from '../components/split.tsx'
import { Toggle } from '../components/toggle.tsx'
import { WindowedList } from '../components/windowed-list.tsx'
import { call } from '../connection.ts'
import { formatCount } from '../../src/kernel/support/words.ts'
import { useRevision } from '../live.ts'
import { type PagedList, usePages } from '../load.ts'
import { useWorld } from '../world.ts'
import { RequestDetail } from './requests/detail.tsx'
import { type CallFilter, readCallFilter, isFiltered } from './requests/filter.ts'
import { EntryRow } from './requests/row.tsx'
import { StepDetail } from './requests/step-detail.tsx'
import { entryId, useSteps, withSteps } from './requests/steps.ts'

const ROW_HEIGHT = 31

/** The calls that a world received, beside the details of one. On arrival, the newest one is selected. */
export function RequestsPage() {
  const { id: world, activity } = useWorld()
  const address = useAddress()
  const { id } = address
  const filter = readCallFilter(address)
  const calls = usePages(
    `calls ${world} ${JSON.stringify(filter)}`,
    async (offset, limit, signal) => {
      const { requests, total, evicted } = await call('getRequests', world, {
        query: { ...filter, offset, limit, order: 'desc' },
        signal,
      })
      return { items: requests, total, evicted }
    },
    useRevision(),
  )
  const steps = useSteps(world) ?? []
  const list = isFiltered(filter) ? calls : withSteps(calls, steps)
  useNewest(calls)
  const step = steps.find((each) => entryId(each) === id)
  return (
    <Split
      list={
        <>
          <Filters address={address} />
          {calls.total === undefined ? null : (
            <Results shown={calls.total} all={activity?.calls ?? 0} steps={steps.length} isFilteredList={isFiltered(filter)} />
          )}
          <WindowedList
            label="Calls"
            list={list}
            rowHeight={ROW_HEIGHT}
            idOf={entryId}
            empty={<NoRequests filter={filter} />}
            row={(entry) => <EntryRow entry={entry} />}
          />
        </>
      }
      detail={id === undefined ? undefined : step ? <StepDetail step={step} /> : <RequestDetail key={id} id={id} />}
      hint="Select a call to see what it changed and what was answered."
    />
  )
}

/** Selects the newest call once its list has arrived, unless the details would hide the list. */
function useNewest({ total, at }: PagedList<Schemas['Request']>): void {
  const isChosen = useRef(false)
  useEffect(() => {
    if (total === undefined || isChosen.current) return
    isChosen.current = true
    const newest = at(0)
    if (newest && currentAddress()['id'] === undefined && matchMedia('(min-width: 861px)').matches)
      go({ id: newest.id }, { isStep: false })
  }, [total])
}

interface ResultsProps {
  readonly shown: number
  readonly all: number
  readonly steps: number
  readonly isFilteredList: boolean
}

/** How many calls are listed, and how many there were. */
function Results({ shown, all, steps, isFilteredList }: ResultsProps) {
  if (shown + steps === 0) return null
  return (
    <p class="results" role="status">
      {isFilteredList ? `${formatCount(shown)} of ${formatCount(all, 'call')}` : formatCount(shown, 'call')}
      {!isFilteredList && steps > 0 ? `, ${formatCount(steps, 'action')} between them` : ''}
    </p>
  )
}

/** Statuses to filter by. */
const STATUSES = ['2xx', '3xx', '4xx', '5xx', 'none'] as const

function Filters({ address }: { readonly address: Address }) {
  const set = (change: Readonly<Record<string, string | undefined>>): void => go({ ...change, id: undefined }, { isStep: false })
  return (
    <div class="filters" role="search">
      <FilterField label="Filter by path, operation, body" />
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
  if (isFiltered(filter)) return <NoMatch word="call" filters={['q', 'status', 'refused', 'fault', 'operation']} />
  return (
    <Empty title="No calls yet" command={`curl -u any:${api_key} ${base_url}/3.0/lists`}>
      This world is at {base_url}. Point the application at it, with this key, or try:
    </Empty>
  )
}
