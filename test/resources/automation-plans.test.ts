import { expect, test } from 'vitest'
import { FIRST, HTML, withAutomation } from './automation-world.ts'
import { ID } from './member-world.ts'

test.each([
  [{ emails: [{ subject_line: 'x', segment: 'none' }] }, 'emails.0.segment must be the name of a segment'],
  [{ workflow_type: 'specialEvent' }, 'date_field must be given'],
  [{ date_field: 'FNAME' }, 'date_field must be left out'],
  [{ workflow_type: 'specialEvent', date_field: 'FNAME' }, 'date_field must be the tag of a date'],
  [{ workflow_type: 'emailFollowup' }, 'campaign_id must be given'],
  [{ interest: 'x' }, 'interest must be left out'],
  [{ workflow_type: 'groupAdd', interest: 'x' }, 'interest must be an interest'],
  [{ store_id: 'none' }, 'store_id must be the id of a store of the list'],
  [{ product_id: 'hat' }, 'product_id must be left out'],
  [{ workflow_type: 'bestCustomers', first_only: true }, 'first_only must be left out'],
  [{ workflow_type: 'productFollowup', product_id: 'none' }, 'product_id must be the id of a product'],
  [{ workflow_type: 'categoryFollowup' }, 'category must be given'],
  [{ workflow_type: 'bestCustomers' }, 'orders must be given'],
  [{ reply_to: 'nobody' }, 'reply_to must be an email address'],
  [{ id: FIRST }, 'id must differ'],
  [{ runtime: { hours: 'send_between', from: 9, until: 9 } }, 'runtime.from must be less'],
  [
    { emails: [{ subject_line: 'x' }, { subject_line: 'y', delay: { direction: 'before' } }] },
    'emails.1.delay.direction must be after',
  ],
  [{ status: 'sending', emails: [{ subject_line: 'x' }] }, 'lacks content'],
])('an automation with the plan %j is rejected', async (plan, message) => {
  const { trigger } = await withAutomation()
  const emails = [{ subject_line: 'x', html: HTML }]
  await expect(trigger('automation.create', { list_id: ID, workflow_type: 'api', emails, ...plan })).rejects.toThrow(message)
})

test('an email of an automation has no job once the list of its waiting members is deleted', async () => {
  const { call, enter, pass, list } = await withAutomation()
  const sends = async () =>
    (await call('GET /_control/jobs')).body.jobs.filter(({ kind }: { kind: string }) => kind === 'automations.send').length
  await enter('ada')
  await pass('PT1M')
  expect(await sends()).toBe(1)
  expect((await call(`DELETE /3.0/lists/${list.id}`)).status).toBe(204)
  expect(await sends()).toBe(0)
})

test('an email of an automation that starts by a tag shows no type of the workflow and the action tag_add', async () => {
  const { read } = await withAutomation({ workflow_type: 'tagAdd' })
  const email = await read(`/emails/${FIRST}`)
  expect(email).toMatchObject({
    trigger_settings: { workflow_type: '', workflow_title: 'Tagged Contact' },
    delay: { action: 'tag_add' },
  })
  expect((await read('/emails')).emails[0]).toEqual(email)
  expect((await read()).trigger_settings.workflow_type).toBe('tagAdd')
})
