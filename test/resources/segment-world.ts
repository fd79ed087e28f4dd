import { makeSegment, type NewSegment, joinSegment } from '../../src/service/rules/segments/make.ts'
import { memberAt } from '../../src/service/model/members/member.ts'
import type { Body } from '../mock.ts'
import { withList } from './member-world.ts'

export const GERMAN = { condition_type: 'Language', field: 'language', op: 'is', value: 'de' } as const
export const VIP = { condition_type: 'VIP', field: 'vip_flag', op: 'member' } as const

/** One member of each status; Ada is German and a VIP, Bob is neither, the others are German. */
export async function withPeople() {
  const world = await withList()
  const german = { language: 'de' }
  await world.make({ email_address: 'ada@acme.test', vip: true, ...german })
  await world.make({ email_address: 'bob@acme.test' })
  await world.make({ email_address: 'una@acme.test', status: 'unsubscribed', ...german })
  await world.make({ email_address: 'clea@acme.test', status: 'cleaned', ...german })
  await world.make({ email_address: 'trudy@acme.test', status: 'transactional', ...german })
  await world.make({ email_address: 'penny@acme.test', status: 'pending', ...german })
  await world.make({ email_address: 'archie@acme.test', status: 'archived', ...german })
  const segments = `/3.0/lists/${world.list.id}/segments`
  const plantSegment = (fields: NewSegment) => world.plant((tx) => makeSegment(tx, world.list, fields))
  /** Creates a static segment with the members of these addresses. */
  const plantStatic = (name: string, ...addresses: string[]) =>
    world.plant((tx) => {
      const segment = makeSegment(tx, world.list, { name, type: 'static' })
      for (const address of addresses) {
        const member = memberAt(tx, world.list, address)
        if (member) joinSegment(tx, segment, member)
      }
      return segment
    })
  const germans = () => plantSegment({ name: 'Germans', type: 'saved', options: { match: 'any', conditions: [GERMAN] } })
  return { ...world, segments, plantSegment, plantStatic, germans, everyone: EVERYONE }
}

const EVERYONE = ['ada', 'bob', 'una', 'clea', 'trudy', 'penny', 'archie'].map((name) => `${name}@acme.test`)

export const addressesIn = (members: Body): string[] => members.map((member: { email_address: string }) => member.email_address)
