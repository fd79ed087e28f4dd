import { useAddress } from '../address.ts'
import { Badge } from '../components/badge.tsx'
import { Empty, useListCommand, NoMatch } from '../components/empty.tsx'
import { FilterField } from '../components/filter-field.tsx'
import { RowLink } from '../components/row-link.tsx'
import { Split } from '../components/split.tsx'
import { WindowedList } from '../components/windowed-list.tsx'
import type { Schemas } from '../../src/kit/client/contract.ts'
import { call } from '../connection.ts'
import { formatDateTime } from '../format.ts'
import { formatCount } from '../../src/kernel/support/words.ts'
import { useRevision } from '../live.ts'
import { usePages } from '../load.ts'
import { useWorld } from '../world.ts'
import { EmailDetail } from './emails/detail.tsx'

const ROW_HEIGHT = 44

/** The emails that the service sent, beside one of them. */
export function EmailsPage() {
  const { id: world } = useWorld()
  const { id, q } = useAddress()
  const filter = q ? { text: q } : {}
  const list = usePages(
    `emails ${world} ${JSON.stringify(filter)}`,
    async (offset, limit, signal) => {
      const { emails, total, evicted } = await call('getEmails', world, {
        query: { ...filter, offset, limit, order: 'desc' },
        signal,
      })
      return { items: emails, total, evicted }
    },
    useRevision(),
  )
  return (
    <Split
      list={
        <>
          <div class="filters" role="search">
            <FilterField label="Filter by address, subject, text" />
          </div>
          <WindowedList
            label={list.total === undefined ? 'Emails' : formatCount(list.total, 'email')}
            list={list}
            rowHeight={ROW_HEIGHT}
            idOf={(entry) => String(entry.id)}
            empty={<NoEmails isFiltered={q !== undefined} />}
            row={(entry) => <EmailRow entry={entry} />}
          />
        </>
      }
      detail={id === undefined ? undefined : <EmailDetail key={id} id={id} />}
      hint="Select an email to read it."
    />
  )
}

function NoEmails({ isFiltered }: { readonly isFiltered: boolean }) {
  const command = useListCommand('members', { email_address: 'ada@example.com', status: 'pending' })
  if (isFiltered) return <NoMatch word="email" filters={['q']} />
  return (
    <Empty title="No emails yet" command={command}>
      The service sends one when a member has to confirm, a domain is verified, or a campaign goes out. A pending member gets one:
    </Empty>
  )
}

function EmailRow({ entry: { id, at, to, subject, kind } }: { readonly entry: Schemas['Email'] }) {
  return (
    <RowLink id={String(id)} class="email">
      <span class="time dated">{formatDateTime(at)}</span>
      <span class="two-lines">
        <b>{subject}</b>
        <span class="quiet-text">{to}</span>
      </span>
      <Badge>{kind.replaceAll('_', ' ')}</Badge>
    </RowLink>
  )
}
