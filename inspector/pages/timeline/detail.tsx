import { go } from '../../address.ts'
import { Badge } from '../../components/badge.tsx'
import { Link } from '../../components/link.tsx'
import { attempt } from '../../components/notices.tsx'
import { Problem } from '../../components/problem.tsx'
import { Section } from '../../components/section.tsx'
import { call } from '../../connection.ts'
import { formatDateTime, formatSpan, formatTime } from '../../format.ts'
import { formatCount } from '../../../src/kernel/support/words.ts'
import { type Item, LANES } from '../../strip/items.ts'
import { useTimeline } from '../../strip/load-timeline.ts'
import { useWorld } from '../../world.ts'
import { EmailDetail } from '../emails/detail.tsx'
import { RequestDetail } from '../requests/detail.tsx'
import { DeliveryDetail } from '../webhooks/detail.tsx'

interface DetailProps {
  /** The key of the selected thing. */
  readonly id: string
  /** The item that stands for it, and the items it belongs to. */
  readonly item: Item | undefined
  readonly items: readonly Item[]
  readonly now: number
}

/** The details of the selected thing. */
export function TimelineDetail({ id, item, items, now }: DetailProps) {
  const [kind, own = ''] = id.split(':')
  const isOne = item?.count === 1 || item?.key !== id
  if (isOne && kind === 'request') return <RequestDetail key={own} id={own} />
  if (isOne && kind === 'delivery') return <DeliveryDetail key={own} id={own} />
  if (isOne && kind === 'email') return <EmailDetail key={own} id={own} />
  if (!item) return <p class="hint">This part of the timeline does not show it.</p>
  return (
    <article>
      <h2>{item.words}</h2>
      <p class="facts quiet-text">
        {formatDateTime(item.at)}
        {item.until > item.at ? ` to ${formatDateTime(item.until)}` : ''}
        {item.isAhead ? ` · in ${formatSpan(item.at - now)}` : item.until < now ? ` · ${formatSpan(now - item.until)} ago` : ''}
      </p>
      {item.isAhead ? <UntilThen at={item.at} /> : null}
      {item.to ? (
        <p class="actions">
          {item.count > 1 ? (
            <button onClick={() => item.to && go({ ...item.to, id })}>Show only these {formatCount(item.count)}</button>
          ) : (
            <Link class="text-link" to={item.to}>
              Details
            </Link>
          )}
        </p>
      ) : null}
      {item.changes === '' ? null : (
        <Section title="What it changed">
          <p class="box pad">{item.changes}</p>
        </Section>
      )}
      {item.faults.length > 0 ? (
        <Section title="Faults">
          <p class="tags-line">
            {item.faults.map((fault) => (
              <Badge key={fault} tone="bad">
                {fault}
              </Badge>
            ))}
          </p>
        </Section>
      ) : null}
      <Links title="What caused it" items={items.filter(({ key }) => item.causes.includes(key))} />
      <Links title="What it caused" items={items.filter(({ causes }) => causes.includes(item.key))} />
      {item.count > 1 ? <Members item={item} /> : null}
    </article>
  )
}

/** Lets time pass until a pending job has run. */
function UntilThen({ at }: { readonly at: number }) {
  const { id: world } = useWorld()
  const pass = (): Promise<boolean> =>
    attempt(async () => {
      const { ran_total } = await call('advanceClock', world, { body: { to: new Date(at).toISOString() } })
      return `${formatCount(ran_total, 'job')} ran.`
    })
  return (
    <p class="actions">
      <button onClick={pass}>Advance until then</button>
    </p>
  )
}

function Links({ title, items }: { readonly title: string; readonly items: readonly Item[] }) {
  if (items.length === 0) return null
  return (
    <Section title={title}>
      <ItemList items={items.map((each) => ({ ...each, to: { id: each.key } }))} />
    </Section>
  )
}

/** Items with their times, each a link to its page if it has one. */
function ItemList({ items }: { readonly items: readonly Pick<Item, 'key' | 'at' | 'words' | 'to'>[] }) {
  return (
    <ul class="box caused">
      {items.map(({ key, at, words, to }) => (
        <li key={key}>
          <span class="kind">{formatTime(at)}</span>
          {to ? (
            <Link class="text-link" to={to}>
              {words}
            </Link>
          ) : (
            words
          )}
        </li>
      ))}
    </ul>
  )
}

/** Number of members that are listed. */
const MEMBERS = 50

/** The latest things that an item stands for. */
function Members({ item: { key, last, group, count } }: { readonly item: Item }) {
  const { id: world } = useWorld()
  const { data, error } = useTimeline(world, {
    lanes: LANES,
    limit: MEMBERS,
    ahead: 0,
    from: key,
    to: last,
    cluster: 'none',
    ...(group === undefined ? {} : { group }),
  })
  if (error !== undefined && !data) return <Problem error={error} />
  return (
    <Section
      title={`The latest ${formatCount(Math.min(MEMBERS, count), 'entry', 'entries')}`}
      aside={count > MEMBERS ? `of ${formatCount(count)}` : undefined}
    >
      <ItemList items={data?.items.toReversed() ?? []} />
    </Section>
  )
}
