import { formatCount } from '../../../kernel/support/words.ts'
import { call, dataLine } from '../answer.ts'
import { declareFunction, worldIdIn } from '../tool.ts'

/** Number of emails in an answer unless `limit` is given. */
const LIMIT = 20

export const listEmails = declareFunction({
  name: 'list_emails',
  title: 'List emails',
  description:
    'Lists the emails that a world sent, latest first: confirmations with their links, codes of domains, campaigns, automations, journeys, notifications of orders. With `email_id`: one ' +
    'whole email as text.',
  operations: ['getEmails', 'getEmail'],
  takes: ['world', 'email_id', 'to', 'kind', 'text', 'since', 'before', 'limit'],
  changes: 'nothing',
  async run({ world: id, email_id: one, ...filter }, { maildouble }) {
    const world = await maildouble.worlds.get(worldIdIn({ world: id }))
    if (one !== undefined) {
      const { html: _, ...email } = await world.emails.get(Number(one))
      return {
        headline: `An email of the world ${world.id}.`,
        data: [dataLine(email, { valueMax: 4_000, lineMax: 7_000 })],
        next: [`${call('why', { world: world.id, entity: 'email', id: String(email.id) })} shows what caused it.`],
      }
    }
    const found = await world.emails.list({ limit: LIMIT, ...filter, order: 'desc' })
    const [latest] = found
    return {
      headline: `${formatCount(found.length, 'email')} of the world ${world.id}${found.length > 1 ? ', latest first' : ''}.`,
      data: found.map(({ id: email, at, to, kind, subject, code, links, cause }) =>
        dataLine({ email, at, to, kind, subject, code, links, cause }),
      ),
      noun: 'emails',
      next: latest
        ? [
            `${call('list_emails', { world: world.id, email_id: String(latest.id) })} shows the latest as a whole.`,
            ...(found.length < (filter.limit ?? LIMIT)
              ? []
              : [`There may be older ones: ${call('list_emails', { world: world.id, before: found.at(-1)?.id ?? 0 })}.`]),
          ]
        : ['why of a call (entity request) tells why it sent no email.'],
    }
  },
})
