import { automationEmails, automationPasses, automationQueue } from '../../src/service/model/automations/automation.ts'
import { campaignActions, recipients } from '../../src/service/model/campaigns/campaign.ts'
import { campaignFeedback } from '../../src/service/model/campaigns/feedback.ts'
import { conversations, messages } from '../../src/service/model/conversations/conversation.ts'
import { journeys } from '../../src/service/model/journeys/journey.ts'
import { interestCategories, interests } from '../../src/service/model/interests/interest.ts'
import { abuseReports } from '../../src/service/model/list-reports/abuse-report.ts'
import { members } from '../../src/service/model/members/member.ts'
import { mergeFields } from '../../src/service/model/merge-fields/merge-field.ts'
import { notes } from '../../src/service/model/notes/note.ts'
import { makeLinkId } from '../../src/service/rules/mailings/links.ts'
import { segments, taggings } from '../../src/service/model/segments/segment.ts'
import { surveyResponses, questionsIn, surveys } from '../../src/service/model/surveys/survey.ts'
import { webhooks } from '../../src/service/model/webhooks/webhook.ts'
import { carts } from '../../src/service/model/carts/cart.ts'
import { customers } from '../../src/service/model/customers/customer.ts'
import { lines } from '../../src/service/model/lines/line.ts'
import { orders } from '../../src/service/model/orders/order.ts'
import { images, products, variants } from '../../src/service/model/products/product.ts'
import { promoCodes, promoRules } from '../../src/service/model/promos/promo.ts'
import { stores } from '../../src/service/model/stores/store.ts'
import type { Tx } from '../../src/kernel/world/tx.ts'
import type { Dice } from './dice.ts'

/** Parameter values that lead to one resource. */
export type PathParameters = Readonly<Record<string, string | number>>

/** The paths to nested resources, most specific first: the parameters, and an existing resource that has them all. */
const WAYS: readonly (readonly [parameters: readonly string[], find: (tx: Tx, dice: Dice) => PathParameters | undefined])[] = [
  [
    ['workflow_email_id', 'subscriber_hash'],
    (tx, dice) =>
      some(dice, tx.range(automationQueue.key).all(), ({ workflow_id, email_id, contact_id }) => ({
        workflow_id,
        workflow_email_id: email_id,
        subscriber_hash: contact_id,
      })),
  ],
  [
    ['workflow_email_id'],
    (tx, dice) =>
      some(dice, tx.range(automationEmails.key).all(), ({ workflow_id, id }) => ({ workflow_id, workflow_email_id: id })),
  ],
  [
    ['workflow_id', 'subscriber_hash'],
    (tx, dice) =>
      some(dice, tx.range(automationPasses.key).all(), ({ workflow_id, contact_id }) => ({
        workflow_id,
        subscriber_hash: contact_id,
      })),
  ],
  [
    ['journey_id', 'step_id'],
    (tx, dice) =>
      some(
        dice,
        tx
          .range(journeys.key)
          .all()
          .flatMap(({ id, steps }) => steps.map((step) => ({ journey_id: id, step_id: step.id }))),
        (place) => place,
      ),
  ],
  [
    ['campaign_id', 'link_id'],
    (tx, dice) =>
      some(
        dice,
        tx
          .range(campaignActions.key)
          .all()
          .filter(({ action }) => action === 'click'),
        ({ campaign_id, contact_id, url }) => ({
          campaign_id,
          link_id: makeLinkId(campaign_id, url),
          subscriber_hash: contact_id,
        }),
      ),
  ],
  [
    ['campaign_id', 'report_id'],
    (tx, dice) => some(dice, tx.range(abuseReports.key).all(), ({ campaign_id, id }) => ({ campaign_id, report_id: id })),
  ],
  [
    ['campaign_id', 'subscriber_hash'],
    (tx, dice) => some(dice, tx.range(recipients.key).all(), ({ campaign_id, hash }) => ({ campaign_id, subscriber_hash: hash })),
  ],
  [
    ['feedback_id'],
    (tx, dice) =>
      some(dice, tx.range(campaignFeedback.key).all(), ({ campaign_id, feedback_id }) => ({ campaign_id, feedback_id })),
  ],
  [
    ['segment_id', 'subscriber_hash'],
    (tx, dice) =>
      some(dice, tx.range(taggings.key).all(), ({ list_id, segment_id, contact_id }) => ({
        list_id,
        segment_id,
        subscriber_hash: contact_id,
      })),
  ],
  [
    ['note_id'],
    (tx, dice) =>
      some(dice, tx.range(notes.key).all(), ({ list_id, contact_id, id }) => ({
        list_id,
        subscriber_hash: contact_id,
        note_id: id,
      })),
  ],
  [
    ['interest_id'],
    (tx, dice) =>
      some(dice, tx.range(interests.key).all(), ({ list_id, category_id, id }) => ({
        list_id,
        interest_category_id: category_id,
        interest_id: id,
      })),
  ],
  [
    ['interest_category_id'],
    (tx, dice) =>
      some(dice, tx.range(interestCategories.key).all(), ({ list_id, id }) => ({ list_id, interest_category_id: id })),
  ],
  [
    ['message_id'],
    (tx, dice) => some(dice, tx.range(messages.key).all(), ({ conversation_id, id }) => ({ conversation_id, message_id: id })),
  ],
  [
    ['survey_id', 'response_id'],
    (tx, dice) => some(dice, tx.range(surveyResponses.key).all(), ({ survey_id, id }) => ({ survey_id, response_id: id })),
  ],
  [
    ['survey_id', 'question_id'],
    (tx, dice) =>
      some(
        dice,
        tx
          .range(surveys.key)
          .all()
          .flatMap(({ id, published }) =>
            published ? questionsIn(published).map((question) => [id, question.id] as const) : [],
          ),
        ([survey_id, question_id]) => ({ survey_id, question_id }),
      ),
  ],
  [['survey_id'], (tx, dice) => some(dice, tx.range(surveys.key).all(), ({ list_id, id }) => ({ list_id, survey_id: id }))],
  [['conversation_id'], (tx, dice) => some(dice, tx.range(conversations.key).all(), ({ id }) => ({ conversation_id: id }))],
  [['report_id'], (tx, dice) => some(dice, tx.range(abuseReports.key).all(), ({ list_id, id }) => ({ list_id, report_id: id }))],
  [['webhook_id'], (tx, dice) => some(dice, tx.range(webhooks.key).all(), ({ list_id, id }) => ({ list_id, webhook_id: id }))],
  [['segment_id'], (tx, dice) => some(dice, tx.range(segments.key).all(), ({ list_id, id }) => ({ list_id, segment_id: id }))],
  [['merge_id'], (tx, dice) => some(dice, tx.range(mergeFields.key).all(), ({ list_id, merge_id }) => ({ list_id, merge_id }))],
  [
    ['cart_id', 'line_id'],
    (tx, dice) =>
      some(
        dice,
        tx
          .range(lines.key)
          .all()
          .filter(({ owner }) => owner === 'cart'),
        ({ store_id, owner_id, id }) => ({ store_id, cart_id: owner_id, line_id: id }),
      ),
  ],
  [
    ['order_id', 'line_id'],
    (tx, dice) =>
      some(
        dice,
        tx
          .range(lines.key)
          .all()
          .filter(({ owner }) => owner === 'order'),
        ({ store_id, owner_id, id }) => ({ store_id, order_id: owner_id, line_id: id }),
      ),
  ],
  [
    ['variant_id'],
    (tx, dice) =>
      some(dice, tx.range(variants.key).all(), ({ store_id, product_id, id }) => ({ store_id, product_id, variant_id: id })),
  ],
  [
    ['image_id'],
    (tx, dice) =>
      some(dice, tx.range(images.key).all(), ({ store_id, product_id, id }) => ({ store_id, product_id, image_id: id })),
  ],
  [
    ['promo_code_id'],
    (tx, dice) =>
      some(dice, tx.range(promoCodes.key).all(), ({ store_id, promo_rule_id, id }) => ({
        store_id,
        promo_rule_id,
        promo_code_id: id,
      })),
  ],
  [
    ['store_id', 'promo_rule_id'],
    (tx, dice) => some(dice, tx.range(promoRules.key).all(), ({ store_id, id }) => ({ store_id, promo_rule_id: id })),
  ],
  [
    ['store_id', 'customer_id'],
    (tx, dice) => some(dice, tx.range(customers.key).all(), ({ store_id, id }) => ({ store_id, customer_id: id })),
  ],
  [
    ['store_id', 'product_id'],
    (tx, dice) => some(dice, tx.range(products.key).all(), ({ store_id, id }) => ({ store_id, product_id: id })),
  ],
  [
    ['store_id', 'cart_id'],
    (tx, dice) => some(dice, tx.range(carts.key).all(), ({ store_id, id }) => ({ store_id, cart_id: id })),
  ],
  [
    ['store_id', 'order_id'],
    (tx, dice) => some(dice, tx.range(orders.key).all(), ({ store_id, id }) => ({ store_id, order_id: id })),
  ],
  [['store_id'], (tx, dice) => some(dice, tx.range(stores.key).all(), ({ id }) => ({ store_id: id }))],
  [
    ['list_id', 'subscriber_hash'],
    (tx, dice) =>
      some(dice, tx.range(members.key).all(), (member) => ({
        list_id: member.list_id,
        subscriber_hash: dice.oneOf([member.hash, member.contact_id]),
      })),
  ],
]

/** Parameters of an existing resource for a path; `undefined` if there is none. */
export function parametersFor(tx: Tx, dice: Dice, path: string): PathParameters | undefined {
  const way = WAYS.find(([parameters]) => parameters.every((name) => path.includes(`{${name}}`)))
  return way?.[1](tx, dice)
}

function some<R>(dice: Dice, rows: readonly R[], place: (row: R) => PathParameters): PathParameters | undefined {
  return rows.length > 0 ? place(dice.oneOf(rows)) : undefined
}
