// People and their profiles: what the service refuses, and what that means.
import { save, subscribe } from '#client'
import { ADA, BOB, EVE, expect, NEWS, pain } from './pain.ts'

const FORGOTTEN = 'forgotten@acme.test'
const KEN = 'ken@hooli.test'

pain('a person who left signs up again', { symptom: /Member In Compliance State/ }, async ({ world, api }) => {
  await world.trigger('member.unsubscribe', { list_id: NEWS, email_address: ADA })
  expect(await subscribe(api, NEWS, ADA)).toBe('asked')
  expect(await world.emails.list({ to: ADA, kind: 'confirm_subscription' })).toHaveLength(1)
})

pain('an address that bounced signs up again', { symptom: /Member In Compliance State/ }, async ({ world, api }) => {
  await world.trigger('member.bounce', { list_id: NEWS, email_address: ADA, bounce: 'hard' })
  expect(await subscribe(api, NEWS, ADA)).toBe('never')
})

pain('an address is on the list already, in other letters', { symptom: /Member Exists/ }, async ({ api }) => {
  expect(await subscribe(api, NEWS, 'Ada@Acme.test')).toBe('subscribed')
})

pain('an address was deleted permanently', { symptom: /Forgotten Email Not Subscribed/ }, async ({ api }) => {
  expect(await subscribe(api, NEWS, FORGOTTEN)).toBe('form')
})

pain('an address looks fake', { symptom: /looks fake or invalid/ }, async ({ world, api }) => {
  await world.faults.add({ effect: { address: 'FakeAddress' }, must_fire: true })
  expect(await subscribe(api, NEWS, EVE)).toBe('fake')
})

pain('an address has joined too many lists', { symptom: /signed up to a lot of lists/ }, async ({ world, api }) => {
  await world.faults.add({ effect: { address: 'TooManySignups' }, must_fire: true })
  expect(await subscribe(api, NEWS, EVE)).toBe('later')
})

pain('a merge field becomes required', { symptom: /Invalid Resource/ }, async ({ world, api }) => {
  await world.trigger('merge_field.require', { list_id: NEWS, tag: 'COMPANY' })
  expect(await subscribe(api, NEWS, EVE, { merge_fields: { FNAME: 'Eve' } })).toBe('subscribed')
})

pain('a stored address is incomplete', { symptom: /Invalid Resource/ }, async ({ api }) => {
  const { merge_fields } = await save(api, NEWS, KEN, { merge_fields: { FNAME: 'Kenneth' } })
  expect(merge_fields).toMatchObject({ FNAME: 'Kenneth' })
})

pain('an interest has vanished', { symptom: /Invalid Resource/ }, async ({ world, api }) => {
  const interests = { aaaaaaaa11: true, aaaaaaaa12: true }
  await world.trigger('interest.delete', { list_id: NEWS, interest_id: 'aaaaaaaa11' })
  await save(api, NEWS, BOB, { interests, merge_fields: { FNAME: 'Rob' } })
  const { body } = await world.get(`/lists/${NEWS}/members/${BOB}`)
  expect(body).toMatchObject({ merge_fields: { FNAME: 'Rob' }, interests: { aaaaaaaa12: true } })
})
