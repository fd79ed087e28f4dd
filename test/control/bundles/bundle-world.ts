import { readable } from '../../journal/readable.ts'
import { type Answered, type Body, type mock, mock as double } from '../../mock.ts'
import { StoredSource } from '../../../src/service/rules/urls/own-address.ts'
import { definedTables, type Row } from '../../../src/kernel/world/table.ts'
import type { WorldState } from '../../../src/kernel/world/world.ts'

type Double = ReturnType<typeof mock>

/** Calls one world of a server by its key. */
export function inWorld({ call }: Double, { id, api_key }: { readonly id: string; readonly api_key: string }) {
  const key = { headers: { authorization: `Bearer ${api_key}` } }
  return {
    id,
    service: (line: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answered> =>
      call(line, body, { headers: { ...key.headers, ...headers } }),
    control: (line: string, body?: unknown): Promise<Answered> => {
      const [method, path] = line.split(' ')
      return call(`${method} /_control/worlds/${id}${path}`, body)
    },
  }
}

/** A world other than `default` of an in-process server. */
export async function newWorld(server: Double, options: object = {}) {
  const { body } = await server.call('POST /_control/worlds', { scenario: 'empty', seed: 'bundle', ...options })
  return { ...inWorld(server, body), world: body as Body }
}

export async function bundleOf({ control }: Pick<ReturnType<typeof inWorld>, 'control'>, query = ''): Promise<Body> {
  const { status, body } = await control(`GET /bundle${query}`)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body
}

/** Replays a bundle on the given server, or on a new one. */
export async function replay(bundle: unknown, server: Double = double({}), options: object = {}) {
  const { status, body } = await server.call('POST /_control/worlds', { bundle, ...options })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return { ...inWorld(server, body), server, world: body as Body, replay: body.replay as Body }
}

/** A world of a server with its log. */
export function handleOf({ context }: Pick<Double, 'context'>, id: string) {
  const handle = context.worlds.byId(id)
  if (!handle) throw new Error(`There is no world ${id}.`)
  return handle
}

/** All rows of a world as data, without their causes. */
export function contentsOf(server: Pick<Double, 'context'>, id: string) {
  const handle = handleOf(server, id)
  const { history: _, tables, ...world } = handle.world
  return {
    ...world,
    counters: [...world.counters].toSorted(),
    tables: tableRows(tables),
    epoch: handle.epoch,
    jobs: handle.log.jobCount,
  }
}

/** The rows of all non-empty tables, by table name. */
export function tableRows(tables: WorldState['tables']) {
  return Object.fromEntries(
    definedTables().flatMap((table) => {
      const state = tables[table.number]
      const rows = state?.rowsBy(table.key)
      return rows && rows.size > 0 ? [[table.name, rows.between(0, rows.size).map(withTexts)]] : []
    }),
  )
}

/** A row whose sources are the texts that are rendered from them, as they are once the row was saved and loaded. */
function withTexts(row: Row): Row {
  const rendered = Object.entries(row).filter(([, value]) => value instanceof StoredSource)
  return rendered.length === 0 ? row : { ...row, ...Object.fromEntries(rendered.map(([name, value]) => [name, value.text])) }
}

/** The journal of a world without real times and without the sizes of shared headers. */
export function journalOf({ context }: Pick<Double, 'context'>, id: string) {
  const entries = context.worlds.byId(id)?.log.journal.all() ?? []
  // Answers are rendered on demand; as JSON they are complete.
  return entries.map((call): Body => JSON.parse(JSON.stringify(readable(call))))
}

/** The body to create a list with. */
export const NEW_LIST = {
  name: 'News',
  permission_reminder: 'x',
  email_type_option: true,
  contact: { company: 'A', address1: 'B', city: 'C', country: 'NO' },
  campaign_defaults: { from_name: 'A', from_email: 'a@acme.test', subject: '', language: 'en' },
}
