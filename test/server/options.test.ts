import { expect, test } from 'vitest'
import { createDouble, startServer } from '../../src/index.ts'

test('the options of createDouble and startServer are checked, and all mistakes are reported at once', async () => {
  // JavaScript callers can pass anything.
  const wrong: object = {
    scenaro: 'starter',
    port: 0,
    clock: 'frozen',
    settings: { batch: { fase: 'PT1S' }, stats_cache: 'soon' },
  }
  await expect(createDouble(wrong)).rejects.toThrow(
    /^There is no option scenaro\. Did you mean scenario\?\nThere is no option port\. There are: scenario, seed, .*\nsettings\/stats_cache: Value must be an ISO 8601 duration such as PT5M\.\nsettings\/batch\/fase: There is no member fase here\. Did you mean phase or page\?\nclock: Value must be \{ mode: 'frozen' \}, .*\n\(options of createDouble\(\)\)$/,
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

test.each([
  [{ mode: 'frozen' }, { mode: 'frozen', rate: 0 }],
  [{ mode: 'realtime' }, { mode: 'realtime', rate: 1 }],
  [{ mode: 'scaled' }, { mode: 'scaled', rate: 60 }],
  [
    { mode: 'scaled', rate: 5 },
    { mode: 'scaled', rate: 5 },
  ],
] as const)('the clock %o of the options is %o', async (clock, shown) => {
  await using double = await createDouble({ scenario: 'empty', clock })
  expect(await (await double.fetch('/_control/clock')).json()).toMatchObject(shown)
})
