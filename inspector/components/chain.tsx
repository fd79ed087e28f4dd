import type { Schemas } from '../../src/kit/client/contract.ts'
import type { WhyEntity } from '../../src/kit/client/why.ts'
import type { AddressChange } from '../address.ts'
import { call } from '../connection.ts'
import { formatCount } from '../../src/kernel/support/words.ts'
import { formatDateTime } from '../format.ts'
import { useRevision } from '../live.ts'
import { useLoad } from '../load.ts'
import { useWorld } from '../world.ts'
import { Badge, toneOfDelivery, toneOfStatus } from './badge.tsx'
import type { Tone } from '../tone.ts'
import { Link } from './link.tsx'
import { Remedy } from './remedy.tsx'
import { Section } from './section.tsx'

type Why = Schemas['Why']
type ChainStep = Why['chain'][number]
type NonEvent = Why['non_events'][number]

/** Loads the chain of a call, a webhook or an email, and shows it. */
export function LoadedChain({ entity, id }: { readonly entity: WhyEntity; readonly id: string }) {
  const { id: world } = useWorld()
  const { data: why } = useLoad(
    `chain ${world} ${entity} ${id}`,
    (signal) => call('getWhy', world, { query: { entity, id }, signal }),
    useRevision(),
  )
  return why ? <Chain why={why} /> : null
}

interface ChainProps {
  readonly why: Why
  /** Whether the steps are folded. */
  readonly isFolded?: boolean
}

/** What did not happen, with the reason; and what led to something and what came of it, each step as a link. */
export function Chain({ why: { chain, chain_omitted, non_events }, isFolded = false }: ChainProps) {
  // Each read would say so, and the page of a call says it already.
  const shown = non_events.filter(({ code }) => code !== 'only_read')
  return (
    <>
      {shown.length === 0 ? null : (
        <Section title="What did not happen">
          <ul class="box non-events">
            {shown.map((each, index) => (
              <li key={index}>
                <p>
                  <Badge tone="warn">{each.code.replaceAll('_', ' ')}</Badge> {each.summary}
                  {each.count > 1 && !each.people ? ` (${each.count} times)` : ''}
                </p>
                {each.people ? <People people={each.people} count={each.count} /> : null}
                <p class="quiet-text">
                  <Remedy nonEvent={each} />
                  {each.about ? (
                    <>
                      {' '}
                      <Link to={chooseThingAddress(each.about)}>
                        {each.about.entity.replaceAll('_', ' ')} {each.about.id}
                      </Link>
                    </>
                  ) : null}
                </p>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {chain.length < 2 && chain_omitted === 0 ? null : (
        <details class="section" open={!isFolded}>
          <summary>
            <h3>Causes and consequences</h3> <span class="quiet-text">{formatCount(chain.length + chain_omitted, 'step')}</span>
          </summary>
          <ol class="chain box">
            {chain.map((step, index) => (
              <li
                key={index}
                style={{ marginLeft: `${16 * Math.min(step.depth, DEPTH_MAX)}px` }}
                aria-current={step.subject ? 'true' : undefined}
              >
                <span class="kind">{step.kind}</span> <StepLink step={step} />{' '}
                {step.status === undefined ? null : <Badge tone={chooseStepTone(step)}>{step.status}</Badge>}{' '}
                <span class="when">
                  {formatDateTime(step.at)}
                  {step.event === null ? '' : ` · #${step.event}`}
                </span>
              </li>
            ))}
          </ol>
        </details>
      )}
    </>
  )
}

/** The addresses of some people, folded if they are many. */
function People({ people, count }: { readonly people: readonly string[]; readonly count: number }) {
  const more = count - people.length
  const words = people.join(', ') + (more > 0 ? ` and ${formatCount(more)} more` : '')
  if (people.length <= PEOPLE_SHOWN) return <p>{words}</p>
  return (
    <details>
      <summary>{`${people.slice(0, PEOPLE_SHOWN).join(', ')} and ${formatCount(count - PEOPLE_SHOWN)} more`}</summary>
      {words}
    </details>
  )
}

const PEOPLE_SHOWN = 3

/** Deeper steps are not indented further. */
const DEPTH_MAX = 6

function StepLink({ step }: { readonly step: ChainStep }) {
  const to = chooseStepAddress(step)
  return to ? <Link to={to}>{step.summary}</Link> : <span>{step.summary}</span>
}

/** The page that shows a step. Jobs and triggers are shown where they happened in time, if they are still known. */
function chooseStepAddress({ kind, id, entry, status, table }: ChainStep): AddressChange | undefined {
  switch (kind) {
    case 'request':
    case 'operation':
      return { page: 'requests', id }
    case 'delivery':
    case 'attempt':
      return { page: 'webhooks', id: id.replace(/\/.*/, '') }
    case 'email':
      return { page: 'emails', id }
    case 'job':
    case 'trigger':
      if (status === 'pending') return inTimeline(`job:${id}`)
      return entry === undefined ? undefined : inTimeline(entry)
    default:
      return { page: 'state', table, id }
  }
}

/** The entry of the timeline with an id. It is shown whatever part of the timeline was shown before. */
function inTimeline(id: string): AddressChange {
  return { page: 'timeline', id, from: undefined, to: undefined, group: undefined, hide: undefined }
}

/** The page that shows what is in the way. */
function chooseThingAddress({ entity, id, list_id }: NonNullable<NonEvent['about']>): AddressChange {
  switch (entity) {
    case 'delivery':
      return { page: 'webhooks', id }
    case 'delivery_fault':
    case 'fault':
      return { page: 'faults' }
    case 'job':
      return inTimeline(`job:${id}`)
    default:
      return { page: 'state', table: `${entity}s`, id: list_id === undefined ? id : `${list_id},${id}` }
  }
}

function chooseStepTone({ kind, status = '' }: ChainStep): Tone {
  if (kind === 'delivery') return toneOfDelivery(status)
  if (kind === 'job') return 'plain'
  return toneOfStatus(/^\d+$/.test(status) ? Number(status) : null)
}
