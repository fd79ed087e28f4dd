import { expect, test } from 'vitest'
import { settingsFrom } from '../../../src/kit/cli/serve/serve.ts'
import { DEFAULT_SETTINGS, mergeSettings } from '../../../src/kernel/contract/settings.ts'
import { mock } from '../../mock.ts'

test('grouped settings can be set as a group or with a dotted name, and keep the other settings of the group', async () => {
  const { call, context } = mock()
  await call('POST /_control/worlds', { id: 'grouped', settings: { batch: { phase: 'PT1S' } } })
  await call('POST /_control/worlds', { id: 'dotted', settings: { 'batch.phase': 'PT1S' } })
  const [grouped, dotted] = ['grouped', 'dotted'].map((id) => context.worlds.byId(id)?.world.settings)
  expect(grouped).toEqual(dotted)
  expect(grouped?.batch).toEqual({ ...DEFAULT_SETTINGS.batch, phase: 'PT1S' })
  expect(grouped?.webhooks.retries).toEqual(['PT1M', 'PT5M', 'PT15M', 'PT30M', 'PT1H', 'PT75M'])
})

test.each([
  [{ batch: { phase: 'soon' } }, '/settings/batch/phase'],
  [{ batch: { phases: 'PT1S' } }, '/settings/batch/phases'],
  [{ 'batch.phases': 'PT1S' }, '/settings/batch.phases'],
  [{ 'oauth.approve': 'always' }, '/settings/oauth.approve'],
])('grouped settings with an invalid value are named in the error: %j', async (settings, pointer) => {
  const { body } = await mock().call('POST /_control/worlds', { settings })
  expect(body).toMatchObject({ status: 422, errors: [{ pointer }] })
})

test('grouped settings are read from environment variables in capitals, with several values separated by commas', async () => {
  const found = await settingsFrom({ MAILDOUBLE_OAUTH_APPROVE: 'at_once', MAILDOUBLE_WEBHOOKS_RETRIES: 'PT1S,PT2S' })
  expect(mergeSettings(DEFAULT_SETTINGS, found)).toEqual({
    ...DEFAULT_SETTINGS,
    oauth: { ...DEFAULT_SETTINGS.oauth, approve: 'at_once' },
    webhooks: { ...DEFAULT_SETTINGS.webhooks, retries: ['PT1S', 'PT2S'] },
  })
  expect(await settingsFrom({ MAILDOUBLE_STATS_RATES_UNTIL_CALCULATED: 'zero' })).toEqual({
    'stats.rates_until_calculated': 'zero',
  })
  await expect(settingsFrom({ MAILDOUBLE_WEBHOOKS_RETRIES: 'soon' })).rejects.toThrow('MAILDOUBLE_WEBHOOKS_RETRIES=soon')
})
