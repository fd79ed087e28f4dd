import type { Schemas } from '../../../src/client/contract.ts'
import { Badge, StatusBadge } from '../../components/badge.tsx'
import { BodyView } from '../../components/body-view.tsx'
import { Headers } from '../../components/headers.tsx'
import { Problem } from '../../components/problem.tsx'
import { Section } from '../../components/section.tsx'
import { call } from '../../connection.ts'
import { counted, dateTimeOf } from '../../format.ts'
import { useRevision } from '../../live.ts'
import { useLoad } from '../../load.ts'
import { useWorld } from '../../world.ts'
import { RequestActions } from './actions.tsx'

type Entry = Schemas['Request']

/** A call: what it changed and caused first, then what was sent and answered. */
export function RequestDetail({ id }: { readonly id: string }) {
  const { id: world } = useWorld()
  const { data: entry, error } = useLoad(
    `call ${world} ${id}`,
    (signal) => call('getRequest', world, { path: { request_id: id }, signal }),
    useRevision('request', 'delivery', 'clock'),
  )
  if (error !== undefined && !entry) return <Problem error={error} />
  if (!entry) return <p class="hint">Loading…</p>
  return (
    <article>
      <Head entry={entry} />
      <RequestActions entry={entry} />
      <Violations entry={entry} />
      <Message title="Request" message={entry.request} remarks={remarksOf(entry)} />
      {entry.response ? (
        <Message title="Response" message={entry.response} />
      ) : (
        <Section title="Response">
          <p class="quiet-text">{entry.duration_ms === null ? 'Not answered yet.' : 'A fault suppressed the answer.'}</p>
        </Section>
      )}
      <Assumptions ids={entry.assumptions} />
    </article>
  )
}

function Head({ entry }: { readonly entry: Entry }) {
  const { operation, method, path, status, duration_ms, at, via, ignored, faults, error } = entry
  const search = new URLSearchParams(entry.query).toString()
  const parameters = ignored.filter((each) => !each.startsWith('/') && each !== '')
  return (
    <>
      <h2>
        {operation ?? 'No operation'} <StatusBadge status={status} />
        {error === null ? null : <Badge tone="warn">{error}</Badge>}
        {faults.map((fault) => (
          <Badge key={fault.id} tone="violet">
            fault {fault.id}: {fault.effect}
          </Badge>
        ))}
      </h2>
      <p class="facts mono">
        {method} {path}
        {search === '' ? null : <span class="quiet-text">?{search}</span>}
      </p>
      <p class="facts quiet-text">
        {dateTimeOf(at)}
        {duration_ms === null ? '' : ` · ${duration_ms} ms`}
        {via === 'batch' ? ' · operation of a batch' : ''}
        {ignored.length > 0 ? ` · sent ${counted(ignored.length, 'field')} that nothing reads` : ''}
        {parameters.length > 0 ? `: ${parameters.join(', ')}` : ''}
      </p>
    </>
  )
}

function remarksOf({ ignored }: Entry): ReadonlyMap<string, string> {
  return new Map(ignored.map((pointer) => [pointer, 'ignored: this operation does not read it']))
}

function Violations({ entry: { violations } }: { readonly entry: Entry }) {
  if (violations.length === 0) return null
  return (
    <Section title="Violations of the contract">
      <ul class="box">
        {violations.map(({ side, at, message }) => (
          <li key={side + at}>
            {side} <code>{at || 'body'}</code>: {message}
          </li>
        ))}
      </ul>
    </Section>
  )
}

interface MessageProps {
  readonly title: string
  readonly message: Schemas['RequestMessage']
  readonly remarks?: ReadonlyMap<string, string>
}

function Message({ title, message: { headers, body, cut }, remarks }: MessageProps) {
  return (
    <Section title={title}>
      <BodyView body={body} cut={cut} type={headers['content-type']} {...(remarks ? { remarks } : {})} />
      <Headers headers={headers} />
    </Section>
  )
}

function Assumptions({ ids }: { readonly ids: readonly string[] }) {
  if (ids.length === 0) return null
  return (
    <Section title="Assumptions of the answer">
      <p class="tags-line">
        {ids.map((id) => (
          <Badge key={id}>{id}</Badge>
        ))}
      </p>
    </Section>
  )
}
