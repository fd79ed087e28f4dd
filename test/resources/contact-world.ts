import { chatter } from '../../src/service/model/feeds/chatter.ts'
import { deliveries } from '../../src/service/model/deliveries/delivery.ts'
import { emails } from '../../src/service/model/emails/email.ts'
import { makeWebhook } from '../../src/service/rules/webhooks/make.ts'
import type { NewList } from '../../src/service/rules/lists/make.ts'
import type { mock } from '../mock.ts'
import { ADA, ID, withList } from './member-world.ts'

export const PHONE = '+14045550102'
export const OTHER_PHONE = '+4712345678'
/** MD5 of Ada's address and SHA-256 of the phone. */
export const ADA_HASH = '3981b0f24162d410a2657d2ced0b5d06'
export const PHONE_HASH = 'd37122ca391a263e6062f18d74be73f951ef1acbcd53b22e8097dcf463dc8578'

export const email = (address = ADA, status?: string) => ({
  email_channel: { email: address, ...(status ? { marketing_consent: { status } } : {}) },
})

export const sms = (sms_phone = PHONE, consent?: object) => ({
  sms_channel: { sms_phone, ...(consent ? { marketing_consent: consent } : {}) },
})

const HEARS_ALL = { subscribe: true, unsubscribe: true, profile: true, cleaned: true, upemail: true, campaign: true }

/** A world with one audience, a webhook for all events, and shorthands for tests about contacts. */
export async function withAudience(fields: Partial<NewList> = {}, plan: NonNullable<Parameters<typeof mock>[0]> = {}) {
  const world = await withList(fields, { ...plan, settings: { webhooks: { mode: 'record' }, ...plan.settings } })
  const { call, plant, list } = world
  const contacts = `/3.0/audiences/${ID}/contacts`
  await plant((tx) => makeWebhook(tx, list, { url: 'http://127.0.0.1:9/hook', events: HEARS_ALL }))
  return {
    ...world,
    contacts,
    members: world.path,
    /** Paths of Ada's contact: by her address, and by her phone. */
    byAddress: `${contacts}/email:${ADA_HASH}`,
    byPhone: `${contacts}/sms:${PHONE_HASH}`,
    create: (body: object, query = '') => call(`POST ${contacts}${query}`, body),
    /** Everything announced so far: webhook events, feed records, emails. */
    announced: () =>
      plant((tx) => ({
        webhooks: tx
          .range(deliveries.key)
          .all()
          .map(({ event }) => event),
        feed: tx
          .range(chatter.key)
          .all()
          .map(({ type }) => type),
        emails: tx
          .range(emails.key)
          .all()
          .map(({ to, kind }) => `${kind} to ${to}`),
      })),
  }
}

/** The statuses of both channels in a response; `undefined` for a missing channel. */
export const statusesOf = ({ email_channel, sms_channel }: Record<string, ChannelShown | undefined>) => [
  email_channel?.effective_subscription_status.value,
  sms_channel?.effective_subscription_status.value,
]

interface ChannelShown {
  readonly effective_subscription_status: { readonly value: string }
}
