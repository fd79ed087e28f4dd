import type { Schemas } from '../../../src/kit/client/contract.ts'
import { useCallNames } from './call-names.ts'
import { Badge, StatusBadge } from '../../components/badge.tsx'
import { Link } from '../../components/link.tsx'
import { useControlSummaries } from '../../control-document.ts'
import { jsonOf, timeOf } from '../../format.ts'
import { formatCount } from '../../../src/kernel/support/words.ts'
import { isObject } from '../../schema.ts'
import { inWords } from '../faults/line.tsx'
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

function StepCells({ step }: { readonly step: Step }) {
  const { kind } = step
  return (
    <>
      <span class="method">{KINDS[kind]}</span>
      <span class="path">{kind === 'other' ? <ControlWords step={step} /> : step.summary}</span>
    </>
  )
}

/** What a call of the control API did, in the words of the contract, and with what. */
export function ControlWords({ step: { method, path, summary, body } }: { readonly step: Step }) {
  const words = useControlSummaries()?.(method, path)
  const given = isObject(body) ? inWords(body) : ''
  return (
    <>
      {words ?? summary}
      {words === undefined || given === '' ? null : <i> {given}</i>}
    </>
  )
}

function CallCells({ entry }: { readonly entry: Schemas['Request'] }) {
  const { method, path, status } = entry
  const search = new URLSearchParams(entry.query).toString()
  const short = path.replace(/^\/3\.0(?=\/|$)/, '') || '/'
  const { title, about } = useCallNames()(entry)
  return (
    <>
      <span class="method">{method}</span>
      <span class="path" title={search === '' ? path : `${path}?${search}`}>
        {title === undefined ? <PathText path={short} /> : <b>{title}</b>}
        {about === '' ? null : <span> · {about}</span>}
        {title === undefined ? null : <i> {short}</i>}
        {search === '' ? null : <i>?{search}</i>}
      </span>
      <Chips entry={entry} />
      <StatusBadge status={status} />
    </>
  )
}

/** Ids of lists, contacts and campaigns, hashes, and addresses. */
const ID = /^(?:[0-9a-z]{10}|[0-9a-f]{32}|[^/]*@[^/]*)$/

/** A path whose ids give way first where there is little room. */
function PathText({ path }: { readonly path: string }) {
  const [first = '', ...others] = path.split('/')
  return (
    <>
      {first}
      {others.map((part, index) => (ID.test(part) ? <IdText key={index} id={part} /> : `/${part}`))}
    </>
  )
}

function IdText({ id }: { readonly id: string }) {
  return (
    <>
      /<span class="id">{id}</span>
    </>
  )
}

/** The name of the error that a call was answered with; of an error that a fault made, the title of the problem. */
export function errorOf({ error, injected, response }: Schemas['Request']): string | undefined {
  if (error !== null) return error
  if (!injected || !response?.body.startsWith('{')) return undefined
  const problem = jsonOf(response.body)
  return isObject(problem) && typeof problem['title'] === 'string' ? problem['title'] : undefined
}

/** What became of a call: its error, its faults, and what it caused. */
function Chips({ entry }: { readonly entry: Schemas['Request'] }) {
  const { via, violations, faults, ignored, effects } = entry
  const word = errorOf(entry)
  const [first, ...others] = ignored.map((each) => each.replace(/^\//, '') || 'the body')
  return (
    <span class="tags">
      {via === 'batch' ? <Badge>batch</Badge> : null}
      {faults.map((fault) => (
        <Badge key={fault.id} tone="violet">
          fault {fault.id}: {fault.effect}
        </Badge>
      ))}
      {word === undefined ? null : <Badge tone="warn">{word}</Badge>}
      {violations.length > 0 ? <Badge tone="warn">violation</Badge> : null}
      {effects.webhooks > 0 ? <Badge tone="accent">{formatCount(effects.webhooks, 'webhook')}</Badge> : null}
      {effects.emails > 0 ? <Badge tone="accent">{formatCount(effects.emails, 'email')}</Badge> : null}
      {first === undefined ? null : (
        <Badge title={`Nothing reads ${[first, ...others].join(', ')}`}>
          ignored: {first}
          {others.length > 0 ? ` +${others.length}` : ''}
        </Badge>
      )}
    </span>
  )
}
