import { deliveries, type DeliveryRow } from '../../src/service/model/deliveries/delivery.ts'
import { makeList } from '../../src/service/rules/lists/make.ts'
import { makeWebhook, type NewWebhook } from '../../src/service/rules/webhooks/make.ts'
import type { NewWorldOptions } from '../../src/service/scenarios/world-options.ts'
import { mock } from '../mock.ts'

export const LIST = 'a1b2c3d4e5'
export const HOOKS = `/3.0/lists/${LIST}/webhooks`
export const URL_A = 'http://127.0.0.1:9/a'
export const ALL_EVENTS = { subscribe: true, unsubscribe: true, profile: true, cleaned: true, upemail: true, campaign: true }

type Settings = NonNullable<NewWorldOptions['settings']>

/** An account with one list whose deliveries are recorded and not sent. */
export async function webhookWorld(settings: Settings['webhooks'] = {}) {
  const double = mock({ settings: { webhooks: { mode: 'record', ...settings } } })
  const list = await double.plant((tx) => makeList(tx, { id: LIST, name: 'Acme News' }))
  return {
    ...double,
    list,
    /** Adds a webhook to the list without a validation request. */
    hook: (fields: Partial<NewWebhook> = {}) =>
      double.plant((tx) => makeWebhook(tx, list, { url: URL_A, events: ALL_EVENTS, ...fields })),
    /** The deliveries to webhooks, without the GET requests that validate their URLs. */
    webhookDeliveries: async (): Promise<DeliveryRow[]> => (await all(double)).filter(({ event }) => event !== 'validation'),
    urlChecks: async (): Promise<DeliveryRow[]> => (await all(double)).filter(({ event }) => event === 'validation'),
  }
}

const all = (double: ReturnType<typeof mock>) => double.plant((tx) => tx.range(deliveries.key).all())
