import { withAmounts } from '../../../kernel/support/amounts.ts'
import type { Schemas } from '../../client/contract.ts'
import { formatCount } from '../../../kernel/support/words.ts'
import { type ToolAnswer, call, dataLine, dataText, ToolError } from '../answer.ts'
import { declareFunction, declareOperation, worldIdIn } from '../tool.ts'
import { omitEmptyTables } from './worlds.ts'

export const why = declareOperation({
  name: 'why',
  title: 'Explain why a thing is as it is',
  description:
    'Explains the state of one thing (a member, list, campaign, order, cart, webhook ...): whether it exists, which call, job or trigger created ' +
    'and changed it, at what time, with old and new values, and hints why it may not be as expected. Also for things that are gone or never ' +
    'existed. With `entity` request, delivery, email, job or change: the chain from call to webhook, attempts and emails, and why there was no ' +
    'webhook or email, with what to change. Name the thing by `entity` and `id`, or by the `path` of a call.',
  operation: 'getWhy',
  changes: 'nothing',
  complete(about) {
    const { path, entity, id } = about
    if (path === undefined && entity !== undefined && id !== undefined) return about
    if (path !== undefined && entity === undefined && id === undefined) return { path }
    throw new ToolError(
      `Give either entity and id, such as ${call('why', { entity: 'member', id: 'ada@acme.test' })}, or the path of a call: ` +
        `${call('why', { path: '/3.0/lists/3eb0000001' })}.`,
    )
  },
  show(answer, { world }) {
    const {
      entity,
      exists,
      origin,
      summary,
      found,
      history,
      omitted,
      hints,
      chain,
      chain_omitted,
      non_events,
      assumptions = [],
    } = answer
    const calls = [
      ...history.flatMap(({ cause }) => cause.request ?? []),
      ...chain.flatMap((step) => (step.kind === 'request' ? step.id : [])),
    ]
    const last = calls.at(-1)
    return {
      headline: `The history of this ${entity} in the world ${world}. It ${exists ? 'exists' : 'does not exist'}; origin: ${origin}.`,
      data: [
        dataText(summary, 1_000),
        ...hints.map((hint) => `Hint: ${dataText(hint, 600)}`),
        ...assumptions
          .filter(({ evidence }) => evidence.outcome === 'differs')
          .map((each) => dataText(`The service differed (${each.evidence.at}) from ${each.id}: ${each.says}`, 600)),
        // The latest changes explain the most, so they are left out last.
        ...history
          .toReversed()
          .map(({ at, by, cause, change, changed }) => dataLine({ at, by, request_id: cause.request, change, changed })),
        dataLine({ now: found }),
        ...nonEventLines(non_events),
        ...chain.map(({ kind, id: step, event, at, summary: what, status }) =>
          dataLine({ step: kind, id: step, event, at, what, status }),
        ),
      ],
      noun: 'changes and steps',
      omitted: { count: omitted + chain_omitted, how: 'They are older changes, and later steps.' },
      next: [
        last === undefined
          ? `${call('list_requests', { world })} lists the calls, if one should have changed it.`
          : `${call('list_requests', { world, request_id: last })} shows the call behind it.`,
      ],
    }
  },
})

/** What did not happen, with what to do. */
export function nonEventLines(nonEvents: Schemas['Why']['non_events']): string[] {
  return nonEvents.map(({ code, what, summary, remedy, count }) =>
    dataLine({ did_not_happen: what, code, summary, remedy, count: count > 1 ? count : undefined }, { valueMax: 600 }),
  )
}

export const diff = declareOperation({
  name: 'diff',
  description:
    'Compares two states of the data, row by row and field by field: by default the start of the world with now. A state is `start`, ' +
    '`now`, the name of a snapshot, or `world:<id>` for another world.',
  operation: 'getDiff',
  changes: 'nothing',
  complete: (states) => ({ limit: 20, ...states }),
  show({ from, to, from_at: begin, to_at: end, tables, omitted }, { world }) {
    const headline = `From ${dataText(from)} (${begin}) to ${dataText(to)} (${end}) in the world ${world}`
    if (tables.length === 0)
      return {
        headline: `${headline}, no row differs.`,
        next: [`${call('list_requests', { world })} lists the calls.`],
      }
    return {
      headline: `${headline}: differences in ${formatCount(tables.length, 'table')}.`,
      data: tables.flatMap(({ table, counts, added, removed, changed }) => [
        dataLine({ table, counts }),
        ...changed.map((row) => dataLine({ changed: row.id, fields: row.fields })),
        ...added.map((row) => dataLine({ added: row.id, fields: row.fields })),
        ...removed.map((row) => dataLine({ removed: row.id, fields: row.fields })),
      ]),
      noun: 'lines',
      omitted: { count: omitted, how: 'Use `table`, `limit` and `offset`.' },
      next: ['why tells which call, job or trigger changed a thing, and when.'],
    }
  },
})

export const state = declareFunction({
  name: 'read_state',
  title: 'Read the data of a world',
  description:
    'Reads the data of a world: without arguments its clock and the number of rows in each table, with `table` its rows, with ' +
    '`table` and `id` one row. `names` has the plain names of the things that a row names.',
  operations: ['getTable', 'getRow'],
  takes: ['world', 'table', 'id', 'text', 'count', 'offset'],
  changes: 'nothing',
  async run({ world: of, table, id, ...page }, { maildouble }): Promise<ToolAnswer> {
    const world = await maildouble.worlds.get(worldIdIn({ world: of }))
    if (table === undefined) {
      const { now, clock, counts, scenario } = await world.status()
      return {
        headline: `The world ${world.id} has rows in ${formatCount(Object.keys(omitEmptyTables(counts)).length, 'table')}.`,
        data: [dataLine({ scenario, now, clock: clock.mode }), dataLine({ rows: omitEmptyTables(counts) })],
        next: [`${call('read_state', { world: world.id, table: 'lists' })} shows rows.`],
      }
    }
    if (id !== undefined) {
      const found = await world.state.table(table, { id })
      const [line] = rowLines(found, { lineMax: 6_000 })
      return {
        headline: `A row of ${table} in the world ${world.id}.`,
        // A row that is missing is refused with its reason.
        data: [line ?? dataLine(await world.state.row(table, id))],
        next: ['why tells how it came to be so.'],
      }
    }
    const found = await world.state.table(table, { count: 20, ...page })
    const { rows, total, key } = found
    return {
      headline: `${rows.length} of ${total} rows of ${table} in the world ${world.id}. Key: ${key.join(', ')}.`,
      data: rowLines(found),
      noun: 'rows',
      omitted: { count: total - rows.length - Number(page.offset ?? 0), how: 'Use `count`, `offset` and `text`.' },
      next: ['why tells how one of them came to be so.'],
    }
  },
})

/** Rows as lines, with decimal amounts of money and the plain names of the things that they name. */
function rowLines({ rows, names, amounts }: Schemas['TableState'], limits: Parameters<typeof dataLine>[1] = {}): string[] {
  return rows.map((row, index) => {
    const members = Object.entries(row).map(([name, value]) => [name, withAmounts(name, value, amounts)] as const)
    return dataLine({ ...Object.fromEntries(members), names: names[index] }, limits)
  })
}
