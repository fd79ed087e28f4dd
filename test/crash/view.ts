import type { Body } from '../mock.ts'
import { resultsIn } from '../resources/batch-world.ts'
import type { Line } from './line.ts'

/** Everything in a world by name: `list News`, `member a1b2c3d4e5/ann@work.test` ... */
export type View = ReadonlyMap<string, Body>

/** A world and its key. */
export interface WorldAccess {
  readonly id: string
  readonly key: string
  readonly oauth: Body
  readonly base: string
}

export function accessOf({ id, api_key: key, oauth, base_url: base }: Body): WorldAccess {
  return { id, key, oauth, base }
}

/** Page size of reads of members. */
const PAGE = 40

/** Reads everything in a world and reports unbalanced books. Archives of known batches are skipped. */
export async function readView(
  line: Line,
  access: WorldAccess,
  known: (id: string) => string | undefined = () => undefined,
): Promise<{ readonly view: View; readonly wrong: string[] }> {
  const view = new Map<string, Body>()
  const wrong: string[] = []
  const { id: world, key } = access
  const get = async (path: string): Promise<Body> => expectOk(await line.call(`GET ${path}`, undefined, key), path)
  const control = (path: string): Promise<Body> => get(`/_control/worlds/${world}${path}`)
  const put = (name: string, body: Body): void => {
    if (view.has(name)) wrong.push(`${name} is there twice in the world ${world}`)
    view.set(name, neutral(body, access))
  }
  const [{ lists, total_items: total }, notes, clock, settings, snapshots, faults, tokens] = await Promise.all([
    get('/3.0/lists?count=1000'),
    control('/state/notes?count=1000'),
    control('/clock'),
    control('/settings'),
    control('/snapshots'),
    control('/faults?limit=1000'),
    control('/state/oauth_tokens?count=0'),
  ])
  if (total !== lists.length) wrong.push(`${lists.length} lists are there, and total_items is ${total}`)
  for (const { note, id, list_id } of notes.rows) put(`note ${list_id}/${note}`, { id, note })
  put('clock', { now: clock.now, mode: clock.mode })
  put('settings', settings)
  put('tokens', { issued: tokens.total })
  for (const snapshot of snapshots.snapshots) put(`snapshot ${snapshot.name}`, snapshot)
  for (const { id, match, seen, fired } of faults.faults) put(`fault ${match.path}`, { id, seen, fired })
  await Promise.all([...lists.map(lookAtList), lookAtBatches()])
  return { view, wrong }

  async function lookAtList({ stats, ...list }: Body): Promise<void> {
    put(`list ${list.name}`, list)
    const at = `/3.0/lists/${list.id}`
    const [members, { segments }, { webhooks }] = await Promise.all([
      pages(`${at}/members`, 'members'),
      get(`${at}/segments?count=1000`),
      get(`${at}/webhooks?count=1000`),
    ])
    for (const member of members) put(`member ${list.id}/${member.email_address}`, member)
    for (const { id, name, type, member_count } of segments) {
      put(`segment ${list.id}/${name}`, { id, name, type })
      const tagged = members.filter(({ status, tags }) => status === 'subscribed' && tags.some((tag: Body) => tag.id === id))
      if (type === 'static' && tagged.length !== member_count)
        wrong.push(`the segment ${name} counts ${member_count} members, and has ${tagged.length}`)
    }
    for (const webhook of webhooks) put(`webhook ${list.id}/${webhook.url}`, webhook)
    const counted = {
      member_count: members.filter(({ status }) => status === 'subscribed').length,
      unsubscribe_count: members.filter(({ status }) => status === 'unsubscribed').length,
      cleaned_count: members.filter(({ status }) => status === 'cleaned').length,
    }
    for (const [name, count] of Object.entries(counted))
      if (stats[name] !== count) wrong.push(`the list ${list.name} says ${name} ${stats[name]}, and it is ${count}`)
  }

  async function pages(path: string, name: string): Promise<Body[]> {
    const found: Body[] = []
    for (;;) {
      const page = await get(`${path}?count=${PAGE}&offset=${found.length}`)
      found.push(...page[name])
      if (page[name].length > 0 && found.length < page.total_items) continue
      if (found.length !== page.total_items)
        wrong.push(`${path} has ${found.length} entries, and total_items ${page.total_items}`)
      return found
    }
  }

  async function lookAtBatches(): Promise<void> {
    const [{ batches }, { rows: orders }] = await Promise.all([
      get('/3.0/batches?count=1000'),
      control('/state/batch_orders?count=1000'),
    ])
    const ordered = new Map<string, string>(orders.map((row: Body) => [row.batch_id, row.operations[0].operation_id]))
    await Promise.all(
      batches.map(async ({ id, status, total_operations, finished_operations, errored_operations, response_body_url }: Body) => {
        let first = ordered.get(id) ?? known(id)
        if (first === undefined) {
          const { pathname, search } = new URL(response_body_url)
          const { body } = await line.call(`GET ${pathname}${search}`, undefined, key)
          const results = await resultsIn(new Response(body))
          const ids = results.map(({ operation_id }) => operation_id)
          if (new Set(ids).size !== ids.length) wrong.push(`the batch ${id} has done operations twice: ${ids.join(', ')}`)
          if (ids.length !== total_operations) wrong.push(`the batch ${id} has ${ids.length} results of ${total_operations}`)
          const failed = results.filter(({ status_code }) => status_code !== 200)
          if (failed.length > 0) wrong.push(`the batch ${id} failed at ${JSON.stringify(failed[0]).slice(0, 500)}`)
          first = ids[0] ?? ''
        }
        if (errored_operations > 0) wrong.push(`the batch ${id} says that ${errored_operations} operations failed`)
        const label = first?.split('.')[0]
        put(`batch ${label}`, { id, status, total: total_operations, finished: finished_operations })
      }),
    )
  }
}

/** The part of a body that does not depend on the world's place: without links, URLs and cached counts. */
export function neutral(body: Body, { base }: WorldAccess): Body {
  const { _links, stats: _stats, ...rest } = body
  return JSON.parse(JSON.stringify(rest).replaceAll(base, '<base>'))
}

function expectOk({ status, body }: { status: number; body: Body }, path: string): Body {
  if (status !== 200) throw new Error(`GET ${path} was answered ${status}: ${JSON.stringify(body)}`)
  return body
}
