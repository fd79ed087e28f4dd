import { isObject } from '../../../src/kernel/support/is-object.ts'
import type { Schemas } from '../../../src/kit/client/contract.ts'
import { useCallNames } from './call-names.ts'
import { Badge, StatusBadge } from '../../components/badge.tsx'
import { RowLink } from '../../components/row-link.tsx'
import { useControlSummaries } from '../../control-document.ts'
import { objectIn, formatTime } from '../../format.ts'
import { formatCount } from '../../../src/kernel/support/words.ts'
import { inWords } from '../faults/line.tsx'
import { type CallOrStep, entryId, isStep, type Step } from './steps.ts'

/** A call in the list, or an action between the calls. */
export function EntryRow({ entry }: { readonly entry: CallOrStep }) {
  return (
    <RowLink id={entryId(entry)} class={isStep(entry) ? 'step' : 'call'}>
      <span class="time">{formatTime(entry.at)}</span>
      {isStep(entry) ? <StepCells step={entry} /> : <CallCells entry={entry} />}
    </RowLink>
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
      {others.map((part, index) => (
        <span key={index}>
          /<span class={ID.test(part) ? 'id' : ''}>{part}</span>
        </span>
      ))}
    </>
  )
}

/** The error that a call was answered with, what became of its batch, and its faults. */
export function CallBadges({ entry }: { readonly entry: Schemas['Request'] }) {
  const { faults, effects } = entry
  const word = nameCallError(entry)
  return (
    <>
      {word === undefined ? null : <Badge tone="warn">{word}</Badge>}
      {effects.batch ? <BatchBadge batch={effects.batch} /> : null}
      {faults.map((fault) => (
        <Badge key={fault.id} tone="violet">
          fault {fault.id}: {fault.effect}
        </Badge>
      ))}
    </>
  )
}

/** The name of the error that a call was answered with; of an error that a fault made, the title of the problem. */
function nameCallError({ error, injected, response }: Schemas['Request']): string | undefined {
  if (error !== null) return error
  const title = injected ? objectIn(response)?.['title'] : undefined
  return typeof title === 'string' ? title : undefined
}

/** What has become of the operations of a batch. */
function BatchBadge({ batch: { operations, finished, refused } }: { readonly batch: Batch }) {
  if (refused > 0) return <Badge tone="warn">{`${formatCount(refused)} of ${formatCount(operations)} refused`}</Badge>
  if (finished < operations) return <Badge>{`${formatCount(finished)} of ${formatCount(operations)} done`}</Badge>
  return <Badge tone="good">{`${formatCount(operations)} done`}</Badge>
}

type Batch = NonNullable<Schemas['Request']['effects']['batch']>

/** What became of a call: its error, its faults, and what it caused. */
function Chips({ entry }: { readonly entry: Schemas['Request'] }) {
  const { via, violations, ignored, effects } = entry
  const [first, ...others] = ignored.map((each) => each.replace(/^\//, '') || 'the body')
  return (
    <span class="tags">
      <CallBadges entry={entry} />
      {violations.length > 0 ? <Badge tone="warn">violation</Badge> : null}
      {effects.webhooks > 0 ? <Badge tone="accent">{formatCount(effects.webhooks, 'webhook')}</Badge> : null}
      {effects.emails > 0 ? <Badge tone="accent">{formatCount(effects.emails, 'email')}</Badge> : null}
      {first === undefined ? null : (
        <Badge title={`Nothing reads ${[first, ...others].join(', ')}`}>
          ignored: {first}
          {others.length > 0 ? ` +${others.length}` : ''}
        </Badge>
      )}
      {via === 'batch' ? <Badge>batch</Badge> : null}
    </span>
  )
}
