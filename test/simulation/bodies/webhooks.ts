import type { Dice } from '../dice.ts'
import type { Bodies } from './bodies.ts'

const URLS = [
  'http://127.0.0.1:9/a',
  'http://127.0.0.1:9/b',
  'https://hooks.acme.test/c',
  'ftp://acme.test',
  'http://[',
  'nowhere',
]

const switches = (dice: Dice, names: readonly string[]) =>
  Object.fromEntries(
    names.filter(() => dice.often(60)).map((name) => [name, dice.oneOf<unknown>([true, true, true, false, 'yes'])]),
  )

const webhook = (dice: Dice) => ({
  ...(dice.often(90) ? { url: dice.oneOf(URLS) } : {}),
  ...(dice.often(80)
    ? { events: switches(dice, ['subscribe', 'unsubscribe', 'profile', 'cleaned', 'upemail', 'campaign']) }
    : {}),
  ...(dice.often(40) ? { sources: switches(dice, ['user', 'admin', 'api']) } : {}),
})

const batchWebhook = (dice: Dice) => ({
  ...(dice.often(90) ? { url: dice.oneOf(URLS) } : {}),
  ...(dice.often(30) ? { enabled: dice.oneOf<unknown>([true, false, 'no']) } : {}),
})

/** Bodies for operations on webhooks; some are invalid. */
export const webhookBodies: Bodies = {
  createListWebhook: webhook,
  updateListWebhook: webhook,
  createBatchWebhook: batchWebhook,
  updateBatchWebhook: batchWebhook,
}
