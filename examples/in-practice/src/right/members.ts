import { hash } from 'node:crypto'
import type { Api } from './api.ts'
import { ServiceError } from './errors.ts'
import { readAll } from './pages.ts'

export interface Member {
  readonly id: string
  readonly email_address: string
  /** One of the documented values, or one that we do not know yet. */
  readonly status: string
  readonly merge_fields: { readonly [tag: string]: unknown }
}

export interface Profile {
  readonly merge_fields?: { readonly [tag: string]: string }
  readonly interests?: { readonly [id: string]: boolean }
}

/** What came of a sign-up, for the person who waits for an answer:
 * - `subscribed`: on the list.
 * - `asked`: asked by email to confirm. Who left can come back only by an act of their own.
 * - `form`: deleted permanently; only the sign-up form of the list brings the address back.
 * - `never`: the address bounced, or its owner complained.
 * - `fake`: not a real address. Ask for another.
 * - `later`: the address joined too many lists. Try again tomorrow.
 */
export type Outcome = 'subscribed' | 'asked' | 'form' | 'never' | 'fake' | 'later'

/** The path of a member. The hash is that of the address in lower case. */
export function memberPath(listId: string, email: string) {
  return `/lists/${listId}/members/${hash('md5', email.toLowerCase())}`
}

/** Puts a person on the list. PUT states the result, so repeating it does no harm, and known members are no error. */
export async function subscribe(api: Api, listId: string, email: string, profile: Profile = {}): Promise<Outcome> {
  try {
    const { status } = await save(api, listId, email, { ...profile, status_if_new: 'subscribed' })
    if (status === 'subscribed') return 'subscribed'
    if (status !== 'pending') await api.call('PATCH', memberPath(listId, email), { body: { status: 'pending' } })
    return 'asked'
  } catch (error) {
    const outcome = error instanceof ServiceError && outcomeOf(error)
    if (outcome) return outcome
    throw error
  }
}

function outcomeOf(error: ServiceError): Outcome | undefined {
  if (error.isRefusal('Member In Compliance State')) return 'never'
  if (error.isRefusal('Forgotten Email Not Subscribed')) return 'form'
  // These two have no title of their own.
  if (error.problem?.detail.includes('looks fake or invalid')) return 'fake'
  if (error.problem?.detail.includes('signed up to a lot of lists very recently')) return 'later'
  return undefined
}

/** Saves the profile of a member. Returns the member as it is now, since lists may show the change only minutes later. */
export async function save(
  api: Api,
  listId: string,
  email: string,
  profile: Profile & { status_if_new?: string },
): Promise<Member> {
  const sent = Object.keys(profile.merge_fields ?? {})
  let { interests } = profile
  for (let skip_merge_validation = false; ;) {
    try {
      const body = { email_address: email, ...profile, interests }
      return await api.call<Member>('PUT', memberPath(listId, email), { body, query: { skip_merge_validation } })
    } catch (error) {
      if (!(error instanceof ServiceError && error.isRefusal('Invalid Resource'))) throw error
      const wrong = (error.problem?.errors ?? []).map(({ field }) => field).filter(Boolean)
      if (wrong.length > 0) {
        // A field that we did not send became required, or its value was imported incomplete. That must not keep ours from being saved.
        if (skip_merge_validation || wrong.some((field) => sent.includes(field))) throw error
        skip_merge_validation = true
      } else {
        // A colleague may have deleted an interest.
        interests = interests && (await existingOf(api, listId, interests))
        if (!interests) throw error
      }
    }
  }
}

/** The interests that still exist, or `undefined` if none is missing. */
async function existingOf(api: Api, listId: string, wanted: { readonly [id: string]: boolean }) {
  const path = `/lists/${listId}/interest-categories`
  const categories = await readAll(api, path, { key: 'categories' })
  const interests = await Promise.all(categories.map(({ id }) => readAll(api, `${path}/${id}/interests`, { key: 'interests' })))
  const ids = new Set(interests.flat().map(({ id }) => id))
  const left = Object.entries(wanted).filter(([id]) => ids.has(id))
  return left.length < Object.keys(wanted).length ? Object.fromEntries(left) : undefined
}

/** Adds a note about a member. A note has no id of ours, so after a lost answer we look whether it is there before we try again. */
export async function addNote(api: Api, listId: string, email: string, note: string, attempts = 3): Promise<void> {
  const path = `${memberPath(listId, email)}/notes`
  try {
    await api.call('POST', path, { body: { note } })
  } catch (error) {
    const isLost = error instanceof ServiceError && (error.kind === 'unknown' || error.kind === 'slow')
    if (!isLost || attempts === 1) throw error
    const { notes } = await api.call<{ notes: { note: string }[] }>('GET', path, { query: { sort_dir: 'DESC' } })
    if (!notes.some((other) => other.note === note)) await addNote(api, listId, email, note, attempts - 1)
  }
}

/** Asks for the member itself: lists and searches lag behind. */
export async function isSubscribed({ call }: Api, listId: string, email: string): Promise<boolean> {
  try {
    const { status } = await call<Member>('GET', memberPath(listId, email), { query: { fields: 'status' } })
    return status === 'subscribed'
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404) return false
    throw error
  }
}

/** All subscribers. */
export function subscribers(api: Api, listId: string, pageSize?: number): Promise<Member[]> {
  const query = { status: 'subscribed', fields: 'members.id,members.email_address,members.status,members.merge_fields' }
  return readAll<Member>(api, `/lists/${listId}/members`, { key: 'members', query, pageSize })
}

/** How many members have each status. A status that the service adds is counted like the others. */
export async function overview(api: Api, listId: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const { status } of await readAll<Member>(api, `/lists/${listId}/members`, { key: 'members' })) {
    counts.set(status, (counts.get(status) ?? 0) + 1)
  }
  return counts
}

/** How many subscribers there are now. `stats` of the list are cached for five minutes. */
export async function countSubscribers({ call }: Api, listId: string): Promise<number> {
  const query = { status: 'subscribed', count: 0, fields: 'total_items' }
  return (await call<{ total_items: number }>('GET', `/lists/${listId}/members`, { query })).total_items
}
