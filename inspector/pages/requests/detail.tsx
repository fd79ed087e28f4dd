import type { Schemas } from '../../../src/kit/client/contract.ts'
import { Badge, StatusBadge } from '../../components/badge.tsx'
import { BodyView, Headers } from '../../components/body-view.tsx'
import { CauseLink } from '../../components/cause-link.tsx'
import { LoadedChain } from '../../components/chain.tsx'
import { NotLoaded } from '../../components/problem.tsx'
import { RowChanges } from '../../components/row-changes.tsx'
import { Section } from '../../components/section.tsx'
import { call } from '../../connection.ts'
import { formatDateTime } from '../../format.ts'
import { formatCount } from '../../../src/kernel/support/words.ts'
import { useRevision } from '../../live.ts'
import { useLoad } from '../../load.ts'
import { useTableWords } from '../../table-words.ts'
import type { TableWords } from '../../tables.ts'
import { useWorld } from '../../world.ts'
import { RequestActions } from './actions.tsx'
import { CallBadges } from './row.tsx'

type CallDetail = Schemas['RequestDetail']

/** A call: its changes and consequences first, then its request and its answer. */
export function RequestDetail({ id }: { readonly id: string }) {
  const { id: world } = useWorld()
  const { data: entry, error } = useLoad(
    `call ${world} ${id}`,
    (signal) => call('getRequest', world, { path: { request_id: id }, signal }),
    useRevision(),
  )
  if (!entry) return <NotLoaded error={error} />
  return (
    <article>
      <Head entry={entry} />
      <RequestActions entry={entry} />
      <Changes entry={entry} />
      <LoadedChain entity="request" id={id} />
      <Violations entry={entry} />
      <Message title="Request" message={entry.request} remarks={collectRemarks(entry)} />
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

function Head({ entry }: { readonly entry: CallDetail }) {
  const { operation, method, path, status, duration_ms, at, via, world_by, ignored, cause, hint } = entry
  const search = new URLSearchParams(entry.query).toString()
  const parameters = ignored.filter((each) => !each.startsWith('/') && each !== '')
  return (
    <>
      <h2>
        {operation ?? 'No operation'} <StatusBadge status={status} />
        <CallBadges entry={entry} />
      </h2>
      <p class="facts mono">
        {method} {path}
        {search === '' ? null : <span class="quiet-text">?{search}</span>}
      </p>
      {hint === null ? null : <p class="facts">{hint}</p>}
      <p class="facts quiet-text">
        {formatDateTime(at)}
        {duration_ms === null ? '' : ` · ${duration_ms} ms`}
        {via === 'batch' ? ' · operation of a batch' : ''}
        {world_by === 'header' ? ' · world chosen by header' : ''}
        {cause.request === undefined ? null : (
          <>
            {' '}
            that <CauseLink cause={cause} words="this call" /> submitted
          </>
        )}
        {ignored.length > 0 ? ` · sent ${formatCount(ignored.length, 'field')} that nothing reads` : ''}
        {parameters.length > 0 ? `: ${parameters.join(', ')}` : ''}
      </p>
    </>
  )
}

const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** The rows that a call changed. */
function Changes({ entry: { changes, method } }: { readonly entry: CallDetail }) {
  const words = useTableWords()
  if (changes.length === 0) {
    return (
      <Section title="What it changed">
        <p class="quiet-text">{READING.has(method) ? `Nothing: a ${method} only reads.` : 'Nothing.'}</p>
      </Section>
    )
  }
  // Until the words are there, internal rows would flash by.
  if (changes.some(({ table }) => words(table).title === '')) return <Section title="What it changed" />
  const named = changes.filter(({ table }) => !words(table).internal)
  // What follows from the rows of people is left out, unless it is all there is.
  const shown = named.length === 0 ? changes : named
  return (
    <Section title="What it changed">
      <div class="box">{shown.map((each) => tableChanges(each, words))}</div>
    </Section>
  )
}

function tableChanges({ table, changed, added, removed, omitted }: Schemas['TableDiff'], words: TableWords) {
  return (
    <div key={table} class="change">
      <RowChanges table={table} kind="changed" rows={changed} />
      <RowChanges table={table} kind="added" rows={added} />
      <RowChanges table={table} kind="removed" rows={removed} />
      {omitted > 0 ? (
        <p class="quiet-text">
          {formatCount(omitted, 'more row')} of {words(table).title}
        </p>
      ) : null}
    </div>
  )
}

function collectRemarks({ ignored, hints }: CallDetail): ReadonlyMap<string, string> {
  const remarks = new Map(ignored.map((pointer) => [pointer, 'ignored: this operation does not read it']))
  for (const { at, message } of hints) remarks.set(at, `ignored: ${message}`)
  return remarks
}

function Violations({ entry: { violations } }: { readonly entry: CallDetail }) {
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
