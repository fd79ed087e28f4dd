import { expect, test } from 'vitest'
import { createDouble, startServer } from '../../src/index.ts'

test('the options of createDouble and startServer are checked, and all mistakes are reported at once', async () => {
  // JavaScript callers can pass anything.
  const wrong: object = { scenaro: 'starter', port: 0, settings: { batch: { fase: 'PT1S' }, stats_cache: 'soon' } }
  await expect(createDouble(wrong)).rejects.toThrow(
    /^There is no option scenaro\. Did you mean scenario\?\nThere is no option port\. There are: scenario, seed, .*\nsettings\/stats_cache: Value must be an ISO 8601 duration such as PT5M\.\nsettings\/batch\/fase: There is no member fase here\. Did you mean phase or page\?\n\(options of createDouble\(\)\)$/,
  )
  await expect(startServer(wrong)).rejects.toThrow(
    /^There is no option scenaro\. Did you mean scenario\?\nsettings\/stats_cache: /,
  )
})

test('options that are undefined count as left out', async () => {
  const given: object = { scenario: 'empty', seed: undefined, settings: { stats_cache: undefined, batch: { phase: undefined } } }
  await using double = await createDouble(given)
  expect((await double.fetch('/_control/settings')).status).toBe(200)
})
