import { makeList, type NewList } from '../../src/service/rules/lists/make.ts'
import { makeMember, type NewMember } from '../../src/service/rules/members/make.ts'
import { memberAt, type MemberRow } from '../../src/service/model/members/member.ts'
import { mock, type Body } from '../mock.ts'

export const ADA = 'ada@acme.test'
export const GRACE = 'grace@acme.test'
export const ID = 'a1b2c3d4e5'
export const AT_START = '2026-01-15T09:00:00+00:00'
export const LATER = '2026-01-15T09:05:00+00:00'
export const START_S = 1_768_467_600

/** A world with one list, and shorthands for tests about its members. */
export async function withList(fields: Partial<NewList> = {}, plan: Parameters<typeof mock>[0] = {}) {
  const world = mock({ ...plan, settings: { stats_cache: 'PT0S', ...plan.settings } })
  const list = await world.plant((tx) => makeList(tx, { id: ID, name: 'Acme News', ...fields }))
  const path = `/3.0/lists/${list.id}/members`
  const add = (email_address: string, more: object = {}) =>
    world.call(`POST ${path}`, { email_address, status: 'subscribed', ...more })
  const make = (given: NewMember) => world.plant((tx) => makeMember(tx, list, given))
  const row = (address = ADA): Promise<MemberRow | undefined> => world.plant((tx) => memberAt(tx, list, address))
  return { ...world, list, path, add, make, row, ada: `${path}/${ADA}` }
}

/** The same world with Ada on the list. */
export async function withAda(fields: Partial<NewList> = {}, plan: Parameters<typeof mock>[0] = {}) {
  const world = await withList(fields, plan)
  await world.make({ email_address: ADA })
  return world
}

export const relsIn = (body: Body): string[] => body._links.map((link: { rel: string }) => link.rel)

/** The initial state of a member in a row of a table; `left` is a member who unsubscribed themselves. */
export const FROM = {
  none: undefined,
  subscribed: { status: 'subscribed' },
  unsubscribed: { status: 'unsubscribed' },
  left: { status: 'unsubscribed', unsubscribed_by: 'contact', unsubscribe_reason: '' },
  cleaned: { status: 'cleaned' },
  pending: { status: 'pending' },
  'pending after leaving': { status: 'pending', unsubscribed_by: 'contact' },
  transactional: { status: 'transactional' },
  archived: { status: 'archived' },
  'archived after leaving': { status: 'archived', unsubscribed_by: 'contact' },
  'archived after bouncing': { status: 'archived', unsubscribed_by: 'bounce' },
} satisfies { readonly [name: string]: Partial<NewMember> | undefined }

export type From = keyof typeof FROM

/** A world with one list and the member that a row of a table starts with. */
export async function withMember(from: From) {
  const world = await withList()
  const fields = FROM[from]
  if (fields) await world.make({ email_address: ADA, ...fields })
  return world
}
