import type { Schemas } from '../../../src/kit/client/contract.ts'
import { Badge, StatusBadge } from '../../components/badge.tsx'
import { Link } from '../../components/link.tsx'
import { counted, timeOf } from '../../format.ts'
import { type Entry, entryId, isStep, type Step } from './steps.ts'

/** A call in the list, or an action between the calls. */
export function EntryRow({ entry, isSelected }: { readonly entry: Entry; readonly isSelected: boolean }) {
  const id = entryId(entry)
  const style = `row ${isStep(entry) ? 'step' : 'call'}${isSelected ? ' on' : ''}`
  return (
    <Link to={{ id }} class={style} isCurrent={isSelected} isStep={!isSelected}>
      <span class="time">{timeOf(entry.at)}</span>
      {isStep(entry) ? <StepCells step={entry} /> : <CallCells entry={entry} />}
    </Link>
  )
}

const KINDS = { advance: 'clock', trigger: 'trigger', other: 'control' } as const

function StepCells({ step: { kind, summary } }: { readonly step: Step }) {
  return (
    <>
      <span class="method">{KINDS[kind]}</span>
      <span class="path">{summary}</span>
    </>
  )
}

function CallCells({ entry }: { readonly entry: Schemas['Request'] }) {
  const { method, path, status } = entry
  const search = new URLSearchParams(entry.query).toString()
  return (
    <>
      <span class="method">{method}</span>
      <span class="path" title={path}>
        {path.replace(/^\/3\.0(?=\/|$)/, '') || '/'}
        {search === '' ? null : <i>?{search}</i>}
      </span>
      <Chips entry={entry} />
      <StatusBadge status={status} />
    </>
  )
}

/** What became of a call: its error, its faults, and what it caused. */
function Chips({ entry }: { readonly entry: Schemas['Request'] }) {
  const { via, violations, faults, error, ignored, effects } = entry
  const [first, ...others] = ignored.map((each) => each.replace(/^\//, '') || 'the body')
  return (
    <span class="tags">
      {via === 'batch' ? <Badge>batch</Badge> : null}
      {faults.map((fault) => (
        <Badge key={fault.id} tone="violet">
          fault {fault.id}: {fault.effect}
        </Badge>
      ))}
      {error === null ? null : <Badge tone="warn">{error}</Badge>}
      {violations.length > 0 ? <Badge tone="warn">violation</Badge> : null}
      {effects.webhooks > 0 ? <Badge tone="accent">{counted(effects.webhooks, 'webhook')}</Badge> : null}
      {effects.emails > 0 ? <Badge tone="accent">{counted(effects.emails, 'email')}</Badge> : null}
      {first === undefined ? null : (
        <Badge title={`Nothing reads ${[first, ...others].join(', ')}`}>
          ignored: {first}
          {others.length > 0 ? ` +${others.length}` : ''}
        </Badge>
      )}
    </span>
  )
}
