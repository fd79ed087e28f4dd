import { memberAtPath } from '../laws/law.ts'
import type { ImpliedSetting } from '../result.ts'
import type { Answered } from './reader.ts'

const RATES = ['avg_sub_rate', 'avg_unsub_rate', 'target_sub_rate', 'open_rate', 'click_rate']

/** The settings of a world whose values an answer implies. */
export function impliedBy({ route, answer, exchange, query }: Answered): Omit<ImpliedSetting, 'times'>[] {
  const imply = (name: string, value: string | number) => [{ name, value }]
  // An answer with some of its fields tells nothing about the others.
  if (query.has('fields') || query.has('exclude_fields')) return []
  switch (route?.id) {
    case 'getList': {
      if (memberAtPath(answer, 'stats.campaign_count') !== 0) return []
      const shown = RATES.map((rate) => memberAtPath(answer, `stats.${rate}`))
      if (shown.every((rate) => rate === undefined)) return imply('stats.rates_until_calculated', 'absent')
      return shown.every((rate) => rate === 0) ? imply('stats.rates_until_calculated', 'zero') : []
    }
    case 'getLists': {
      const max = memberAtPath(answer, 'constraints.max_instances')
      return typeof max === 'number' ? imply('max_lists', max) : []
    }
    case 'getConversations':
      return imply('conversations', exchange.status === 403 ? 'off' : 'on').filter(() => [200, 403].includes(exchange.status))
    case 'getReport': {
      if (memberAtPath(answer, 'send_time') === '' && memberAtPath(answer, 'emails_sent') === 0)
        return imply('campaigns.unsent_report', 'zero')
      const opens = memberAtPath(answer, 'opens.proxy_excluded_opens')
      return memberAtPath(answer, 'opens') === undefined
        ? []
        : imply('reports.proxy_excluded', opens === undefined ? 'absent' : 'shown')
    }
    default:
      return []
  }
}
