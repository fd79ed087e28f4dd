import type { ControlSchemas } from '../../../kernel/contract/control.ts'
import { lowerFirst } from '../../../kernel/support/words.ts'
import { peek } from '../../../kernel/world/tx.ts'
import { batchWebhooks } from '../../../service/model/batch-webhooks/batch-webhook.ts'
import type { OmissionCode, ServiceOmission } from '../../../service/rules/omissions.ts'
import { webhooks } from '../../../service/model/webhooks/webhook.ts'
import { redactText } from '../../log/redact.ts'
import type { WorldHandle } from '../../runtime/world-handle.ts'
import { cut } from '../words/fields.ts'
import { listName } from '../words/describe-thing.ts'

type NonEvent = ControlSchemas['NonEvent']

/** What did not happen and why, in words. */
export type Reason = Omit<NonEvent, 'code' | 'count' | 'event'>

type OmissionAbout<Code extends OmissionCode> = Extract<ServiceOmission, { readonly code: Code }>

/** The sentences about what the service left undone, by the code of the reason. */
const reasons: { readonly [Code in OmissionCode]: (about: OmissionAbout<Code>, handle: WorldHandle) => Reason } = {
  no_event: () => ({
    what: 'webhook',
    summary:
      'No webhook: this change is none that webhooks report. They report who subscribes, leaves or bounces, another address, and changes of the profile of subscribed members.',
    remedy: 'Nothing: the service sends no webhook for such a change. Read the member instead.',
  }),

  quiet: () => ({
    what: 'webhook',
    summary: 'No webhook, and no email: the call has data_mode=historical, which asks for silence.',
    remedy: 'Call without data_mode=historical.',
  }),

  no_webhook: ({ event, list_id }, handle) =>
    list_id === ''
      ? {
          what: 'webhook',
          summary: `No webhook ${event}: the account has no batch webhook.`,
          remedy: 'POST /3.0/batch-webhooks with {"url":"http://127.0.0.1:5000/hooks"}',
        }
      : {
          what: 'webhook',
          summary: `No webhook ${event}: the list ${listName(handle, list_id)} has no webhook.`,
          remedy: `POST /3.0/lists/${list_id}/webhooks with {"url":"http://127.0.0.1:5000/hooks","events":{"${event}":true}}`,
          about: { entity: 'list', id: list_id },
        },

  event_off: (about, handle) => ({
    ...ofWebhook(about, handle, `the event \`${about.event}\` of the webhook ${about.webhook_id} is off.`),
    remedy: `PATCH ${makeWebhookPath(about)} with {"events":{"${about.event}":true}}`,
  }),

  source_off: (about, handle) => ({
    ...ofWebhook(
      about,
      handle,
      `the change came from ${SOURCES[about.source]}, and the webhook leaves out the source \`${about.source}\`.`,
    ),
    remedy: `PATCH ${makeWebhookPath(about)} with {"sources":{"${about.source}":true}}`,
  }),

  webhook_off: (about, handle) => ({
    ...ofWebhook(about, handle, `the batch webhook ${about.webhook_id} is disabled.`),
    remedy: `PATCH ${makeWebhookPath(about)} with {"enabled":true}`,
  }),

  webhook_ended: (about, handle) => ({
    ...ofWebhook(about, handle, lowerFirst(about.reason)),
    remedy: `PATCH ${makeWebhookPath(about)} with another {"url":"…"}: its receiver may work.`,
  }),

  not_pending: ({ status }) => ({
    what: 'email',
    summary: `No email that asks for a confirmation: the member is ${status} at once, and only a member with the status pending is asked.`,
    remedy: 'Send {"status":"pending"}',
  }),

  single_optin: ({ list_id }, handle) => ({
    what: 'email',
    summary: `No email that asks for a confirmation: the list ${listName(handle, list_id)} has no double opt-in.`,
    remedy: `PATCH /3.0/lists/${list_id} with {"double_optin":true}`,
    about: { entity: 'list', id: list_id },
  }),

  asked_before: ({ list_id }, { world: { id } }) => ({
    what: 'email',
    summary: 'No email that asks for a confirmation: the member is pending already, and was asked before.',
    remedy: `POST /_control/worlds/${id}/triggers with {"trigger":"member.subscribe","list_id":"${list_id}", …}: the form asks again.`,
  }),

  no_notification: ({ list_id, event }, handle) => ({
    what: 'email',
    summary: `No email to the owner of the list ${listName(handle, list_id)}: the list names no address for it (notify_on_${event}).`,
    remedy: `PATCH /3.0/lists/${list_id} with {"notify_on_${event}":"owner@example.com"}`,
    about: { entity: 'list', id: list_id },
  }),

  automation_without_imports: ({ workflow_id }, { world: { id } }) => ({
    what: 'email',
    summary: `No email of the automation ${workflow_id}: it takes only members who sign up themselves, and this one did not.`,
    remedy: `POST /_control/worlds/${id}/triggers with {"trigger":"member.subscribe", …}: a sign-up by the form.`,
    about: { entity: 'automation', id: workflow_id },
  }),

  automation_closed: ({ workflow_id, reason }) => ({
    what: 'email',
    summary: `No email of an automation: ${reason}`,
    remedy: `GET /3.0/automations/${workflow_id} shows the automation.`,
    about: { entity: 'automation', id: workflow_id },
  }),

  cart_without_url: ({ workflow_id, store_id, cart_id }) => ({
    what: 'email',
    summary: `No email of the automation ${workflow_id} about the cart ${cart_id}: the cart has no address to check out.`,
    remedy: `PATCH /3.0/ecommerce/stores/${store_id}/carts/${cart_id} with {"checkout_url":"https://shop.example.com/cart/${cart_id}"}`,
    about: { entity: 'automation', id: workflow_id },
  }),

  journey_closed: ({ journey_id }) => ({
    what: 'email',
    summary: `No email of the journey ${journey_id}: the contact is not subscribed any more.`,
    remedy: 'Trigger the step again once the contact is subscribed.',
  }),

  no_order_notification: ({ store_id, notification, obstacle }, { world: { id } }) => {
    const none = `No ${notification} of the order:`
    if (obstacle === 'off') {
      return {
        what: 'email',
        summary: `${none} the store ${store_id} does not send it.`,
        remedy: `PATCH /_control/worlds/${id}/settings with {"commerce":{"order_notifications":["${notification}"]}}, or name it in the \`notifications\` of the store in the scenario.`,
      }
    }
    if (obstacle === 'syncing') {
      return {
        what: 'email',
        summary: `${none} the store ${store_id} is syncing. The email is not sent afterwards either.`,
        remedy: `PATCH /3.0/ecommerce/stores/${store_id} with {"is_syncing":false} before the order changes.`,
      }
    }
    return {
      what: 'email',
      summary: `${none} the contact is cleaned, archived or permanently deleted.`,
      remedy: 'Nothing: the service sends no email to such a contact.',
    }
  },
}

const SOURCES = { api: 'the API', user: 'the contact', admin: 'the account' } as const

/** What the service left undone and why, in words. */
export function reasonFor(omission: ServiceOmission, handle: WorldHandle): Reason {
  const { summary, ...rest } = reasons[omission.code](omission as never, handle)
  return { ...rest, summary: cut(handle.log.secrets.hide(summary)) }
}

interface WebhookEvent {
  readonly event: string
  readonly webhook_id: string
  /** Empty for the webhooks of batches. */
  readonly list_id: string
}

function ofWebhook({ event, webhook_id: id, list_id }: WebhookEvent, handle: WorldHandle, why: string): Omit<Reason, 'remedy'> {
  const webhook = peek(handle.world, (tx) =>
    list_id === '' ? tx.first(batchWebhooks.key, { id }) : tx.first(webhooks.key, { list_id, id }),
  )
  const to = webhook ? ` to ${redactText(handle.log.secrets, webhook.url)}` : ''
  const about = list_id === '' ? ({ entity: 'batch_webhook', id } as const) : ({ entity: 'webhook', id, list_id } as const)
  return { what: 'webhook', summary: `No webhook ${event}${to}: ${why}`, about }
}

function makeWebhookPath({ webhook_id, list_id }: WebhookEvent): string {
  return list_id === '' ? `/3.0/batch-webhooks/${webhook_id}` : `/3.0/lists/${list_id}/webhooks/${webhook_id}`
}
