import { deliveries } from '../../../src/service/model/deliveries/delivery.ts'
import { emails } from '../../../src/service/model/emails/email.ts'
import { emailContent } from '../../../src/service/rules/mailings/render.ts'
import type { NewList } from '../../../src/service/rules/lists/make.ts'
import { makeWebhook } from '../../../src/service/rules/webhooks/make.ts'
import { ADA, ID, withList } from '../../resources/member-world.ts'

const ALL = { subscribe: true, unsubscribe: true, profile: true, cleaned: true, upemail: true, campaign: true }

/** The id of Ada's record, and ids of things on her list as they appear in a trigger's changes. */
export const ADA_ID = '3981b0f24162d410a2657d2ced0b5d06'
export const ADA_CHANGED = { entity: 'member', id: ADA_ID, list_id: ID }

/** A world with a list that has a webhook for all events, and shorthands for actions outside the API. */
export async function triggerWorld(fields: Partial<NewList> = {}, plan: Parameters<typeof withList>[1] = {}) {
  const world = await withList(fields, { ...plan, settings: { webhooks: { mode: 'record' }, ...plan.settings } })
  await world.plant((tx) => makeWebhook(tx, world.list, { url: 'http://127.0.0.1:5000/hook', events: ALL }))

  /** Runs a trigger about Ada, or about the member that the fields name. */
  const trigger = (name: string, given: object = {}) =>
    world.call('POST /_control/triggers', { trigger: name, list_id: ID, email_address: ADA, ...given })

  /** Runs a trigger that does not concern a member. */
  const cause = (name: string, given: object = {}) => world.call('POST /_control/triggers', { trigger: name, ...given })

  const webhookPayloads = () =>
    world.plant((tx) =>
      tx
        .range(deliveries.key)
        .all()
        .map(({ payload }) => payload),
    )
  const sent = () =>
    world.plant((tx) =>
      tx
        .range(emails.key)
        .all()
        .map((email) => ({ ...email, ...emailContent(tx, email) })),
    )
  const ada = async () => (await world.call(`GET ${world.ada}`)).body

  /** Expects an error that changed nothing. */
  async function refusal(body: object) {
    const before = world.handle().world
    const answer = await world.call('POST /_control/triggers', body)
    if (world.handle().world !== before) throw new Error('Something was refused, and yet something has changed.')
    return answer.body
  }
  return { ...world, trigger, cause, webhookPayloads, sent, refusal, adaNow: ada }
}
