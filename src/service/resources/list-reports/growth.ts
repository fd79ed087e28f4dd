import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { month, readInstant, type Seconds } from '../../../kernel/support/time.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { errors } from '../../model/errors.ts'
import { renderLinks } from '../../rules/answers/links.ts'
import type { ListRow } from '../../model/lists/list.ts'
import { type DayChanges, listDays, NO_CHANGES, addDayChanges } from '../../model/list-reports/day.ts'

type Month = ServiceSchemas['ListGrowthMonth']

/** A row for each month since the list was created, oldest first. */
export function monthlyGrowth(tx: ReadTx, list: ListRow): Month[] {
  const first = month(list.date_created)
  const changes = new Map<string, DayChanges>()
  tx.range(listDays.key, { list_id: list.id }).each((row) => {
    const name = month(row.day)
    const key = name < first ? BEFORE : name
    changes.set(key, addDayChanges(changes.get(key) ?? NO_CHANGES, row))
  })

  const before = changes.get(BEFORE) ?? NO_CHANGES
  let subscribed = netOf(before)
  let { pending, transactional } = before
  return monthsFrom(list.date_created, tx.now).map((name) => {
    const change = changes.get(name) ?? NO_CHANGES
    const existing = subscribed
    subscribed += netOf(change)
    pending += change.pending
    transactional += change.transactional
    const { imports, optins, unsubscribed, cleaned, deleted } = change
    const came = { existing, imports, optins, subscribed }
    const left = { unsubscribed, reconfirm: 0, cleaned, pending, deleted, transactional }
    return {
      list_id: list.id,
      month: name,
      ...came,
      ...left,
      _links: renderLinks(tx, 'ListGrowthMonth', { list_id: list.id, month: name }),
    }
  })
}

/** The growth in one month, or a 404. */
export function monthOrThrow(tx: ReadTx, list: ListRow, name: string): Month {
  const found = monthlyGrowth(tx, list).find((each) => each.month === name)
  if (!found) throw errors.notFound(`the list has no growth in ${name.slice(0, 64)}`)
  return found
}

/** All months before the list was created. Members of a scenario may have subscribed earlier. */
const BEFORE = ''

function netOf({ imports, optins, unsubscribed, cleaned, deleted }: DayChanges): number {
  return imports + optins - unsubscribed - cleaned - deleted
}

const LONGEST_MONTH_S = 31 * 86_400

function monthsFrom(first: Seconds, last: Seconds): string[] {
  const names = [month(first)]
  while ((names.at(-1) ?? '') < month(last)) {
    const start = readInstant(`${names.at(-1)}-01`) ?? last
    names.push(month(start + LONGEST_MONTH_S))
  }
  return names
}
