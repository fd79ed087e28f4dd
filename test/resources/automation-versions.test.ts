import { expect, test } from 'vitest'
import { WELCOME, withAutomation } from './automation-world.ts'

test('an email that names the date has one version for each day', async () => {
  const { call, signUp, pass, sent } = await withAutomation({
    emails: [{ ...WELCOME, subject_line: 'On *|MC:DATE|*', html: '<p>On *|MC:DATE|*</p>', delay: { amount: 0, type: 'now' } }],
  })
  for (const day of [15, 16, 17, 18, 19, 20]) {
    await signUp(`early${day}`)
    await signUp(`late${day}`)
    await pass('P1D')
  }
  for (const [, subject, at] of await sent()) expect(subject).toBe(`On ${at.slice(0, 10)}`)
  const { tables } = (await call('GET /_control/state')).body
  expect(tables.mailings).toBe(6)
})
