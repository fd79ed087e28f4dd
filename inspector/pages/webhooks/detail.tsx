import { attemptChange } from '../../components/notices.tsx'
import type { BodyOf, Schemas } from '../../../src/kit/client/contract.ts'
import { Badge, DELIVERY_TONES, StatusBadge } from '../../components/badge.tsx'
import { BodyView, Headers } from '../../components/body-view.tsx'
import { CauseLink } from '../../components/cause-link.tsx'
import { LoadedChain } from '../../components/chain.tsx'
import { Menu } from '../../components/menu.tsx'
import { NotLoaded } from '../../components/problem.tsx'
import { Section } from '../../components/section.tsx'
import { call } from '../../connection.ts'
import { useFaultSchemas } from '../../control-document.ts'
import { formatDateTime } from '../../format.ts'
import { formatCount } from '../../../src/kernel/support/words.ts'
import { useRevision } from '../../live.ts'
import { useLoad } from '../../load.ts'
import { useWorld } from '../../world.ts'

type Delivery = Schemas['Delivery']

/** A webhook: its fields, its raw body, and each attempt to deliver it. */
export function DeliveryDetail({ id }: { readonly id: string }) {
  const { id: world } = useWorld()
  const { data: entry, error } = useLoad(
    `delivery ${world} ${id}`,
    (signal) => call('getDelivery', world, { path: { delivery_id: id }, signal }),
    useRevision(),
  )
  if (!entry) return <NotLoaded error={error} />
  const { event, status, url, created_at, cause, reason, next_attempt_at, duplicate_of, delivery_fault, body, attempts } = entry
  return (
    <article>
      <h2>
        {event} <Badge tone={DELIVERY_TONES[status]}>{status}</Badge>
        {delivery_fault === undefined ? null : <Badge tone="violet">delivery fault {delivery_fault}</Badge>}
        {duplicate_of === undefined ? null : <Badge tone="violet">duplicate of {duplicate_of}</Badge>}
      </h2>
      <p class="facts mono">{url}</p>
      <p class="facts quiet-text">
        {formatDateTime(created_at)} · caused by <CauseLink cause={cause} />
        {reason === undefined ? '' : ` · ${reason}`}
        {next_attempt_at === undefined ? '' : ` · next attempt ${formatDateTime(next_attempt_at)}`}
      </p>
      <DeliveryActions entry={entry} />
      <Section title="Attempts">
        {attempts.length === 0 ? <p class="quiet-text">Not attempted yet.</p> : <Attempts attempts={attempts} />}
      </Section>
      <LoadedChain entity="delivery" id={id} />
      <Section title="Fields" aside="decoded">
        <BodyView body={body} type="x-www-form-urlencoded" />
      </Section>
      <Section title="Raw body" aside={formatCount(new TextEncoder().encode(body).length, 'byte')}>
        <pre class="body">{body}</pre>
      </Section>
    </article>
  )
}

function Attempts({ attempts }: { readonly attempts: Delivery['attempts'] }) {
  return (
    <ol class="attempts">
      {attempts.map(({ at, duration_ms, request, response, error }, index) => (
        <li key={index} class="box">
          <b>
            {index + 1}. <StatusBadge status={response?.status ?? null} words={error ?? 'No answer'} />
          </b>
          <p class="quiet-text">
            {formatDateTime(at)} · {duration_ms} ms
          </p>
          {error === null ? null : <p>{error}</p>}
          {response && response.body !== '' ? <pre>{response.body}</pre> : null}
          <Headers title="sent" headers={request.headers} />
          {response ? <Headers title="received" headers={response.headers} /> : null}
        </li>
      ))}
    </ol>
  )
}

function DeliveryActions({ entry }: { readonly entry: Delivery }) {
  const { id: world } = useWorld()
  const { id, event } = entry
  const resend = (): Promise<boolean> =>
    attemptChange(async () => {
      await call('resendDelivery', world, { path: { delivery_id: String(id) } })
      return 'It is sent again.'
    })
  const { data } = useFaultSchemas()
  const arm = (words: string, effect: BodyOf<'createDeliveryFault'>['effect']): Promise<boolean> =>
    attemptChange(async () => {
      const body = { ...(event === 'validation' ? {} : { match: { event } }), when: { first: 1 }, effect }
      const made = await call('createDeliveryFault', world, { body })
      return `Delivery fault ${made.id} is armed for the next ${event}: ${words.toLowerCase()}.`
    })
  return (
    <div class="actions">
      <button onClick={resend}>Send again</button>
      <Menu label="The next one… ▾" name="The next one">
        {(close) => (
          <div class="items" onClick={close}>
            {data?.deliveries.map(({ title, seen, delivery_fault: { effect } }) => (
              <button key={title} title={seen} onClick={() => arm(title, effect)}>
                {title}
              </button>
            ))}
          </div>
        )}
      </Menu>
    </div>
  )
}
