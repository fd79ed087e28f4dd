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
import type { Index, Row } from '../../src/kernel/world/table.ts'
import type { Tx } from '../../src/kernel/world/tx.ts'
import type { Dice } from './dice.ts'

/** Parameter values that lead to one resource. */
export type PathParameters = Readonly<Record<string, string | number>>

type Way = readonly [parameters: readonly string[], find: (tx: Tx, dice: Dice) => PathParameters | undefined]

/** The paths to nested resources, most specific first: the parameters, and an existing resource that has them all. */
const WAYS: readonly Way[] = [
  way(['workflow_email_id', 'subscriber_hash'], automationQueue.key, ({ workflow_id, email_id, contact_id }) => ({
    workflow_id,
    workflow_email_id: email_id,
    subscriber_hash: contact_id,
  })),
  way(['workflow_email_id'], automationEmails.key, ({ workflow_id, id }) => ({ workflow_id, workflow_email_id: id })),
  way(['workflow_id', 'subscriber_hash'], automationPasses.key, ({ workflow_id, contact_id }) => ({
    workflow_id,
    subscriber_hash: contact_id,
  })),
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
  way(
    ['campaign_id', 'link_id'],
    campaignActions.key,
    ({ campaign_id, contact_id, url }) => ({
      campaign_id,
      link_id: makeLinkId(campaign_id, url),
      subscriber_hash: contact_id,
    }),
    ({ action }) => action === 'click',
  ),
  way(['campaign_id', 'report_id'], abuseReports.key, ({ campaign_id, id }) => ({ campaign_id, report_id: id })),
  way(['campaign_id', 'subscriber_hash'], recipients.key, ({ campaign_id, hash }) => ({ campaign_id, subscriber_hash: hash })),
  way(['feedback_id'], campaignFeedback.key, ({ campaign_id, feedback_id }) => ({ campaign_id, feedback_id })),
  way(['segment_id', 'subscriber_hash'], taggings.key, ({ list_id, segment_id, contact_id }) => ({
    list_id,
    segment_id,
    subscriber_hash: contact_id,
  })),
  way(['note_id'], notes.key, ({ list_id, contact_id, id }) => ({
    list_id,
    subscriber_hash: contact_id,
    note_id: id,
  })),
  way(['interest_id'], interests.key, ({ list_id, category_id, id }) => ({
    list_id,
    interest_category_id: category_id,
    interest_id: id,
  })),
  way(['interest_category_id'], interestCategories.key, ({ list_id, id }) => ({ list_id, interest_category_id: id })),
  way(['message_id'], messages.key, ({ conversation_id, id }) => ({ conversation_id, message_id: id })),
  way(['survey_id', 'response_id'], surveyResponses.key, ({ survey_id, id }) => ({ survey_id, response_id: id })),
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
  way(['survey_id'], surveys.key, ({ list_id, id }) => ({ list_id, survey_id: id })),
  way(['conversation_id'], conversations.key, ({ id }) => ({ conversation_id: id })),
  way(['report_id'], abuseReports.key, ({ list_id, id }) => ({ list_id, report_id: id })),
  way(['webhook_id'], webhooks.key, ({ list_id, id }) => ({ list_id, webhook_id: id })),
  way(['segment_id'], segments.key, ({ list_id, id }) => ({ list_id, segment_id: id })),
  way(['merge_id'], mergeFields.key, ({ list_id, merge_id }) => ({ list_id, merge_id })),
  way(
    ['cart_id', 'line_id'],
    lines.key,
    ({ store_id, owner_id, id }) => ({ store_id, cart_id: owner_id, line_id: id }),
    ({ owner }) => owner === 'cart',
  ),
  way(
    ['order_id', 'line_id'],
    lines.key,
    ({ store_id, owner_id, id }) => ({ store_id, order_id: owner_id, line_id: id }),
    ({ owner }) => owner === 'order',
  ),
  way(['variant_id'], variants.key, ({ store_id, product_id, id }) => ({ store_id, product_id, variant_id: id })),
  way(['image_id'], images.key, ({ store_id, product_id, id }) => ({ store_id, product_id, image_id: id })),
  way(['promo_code_id'], promoCodes.key, ({ store_id, promo_rule_id, id }) => ({
    store_id,
    promo_rule_id,
    promo_code_id: id,
  })),
  way(['store_id', 'promo_rule_id'], promoRules.key, ({ store_id, id }) => ({ store_id, promo_rule_id: id })),
  way(['store_id', 'customer_id'], customers.key, ({ store_id, id }) => ({ store_id, customer_id: id })),
  way(['store_id', 'product_id'], products.key, ({ store_id, id }) => ({ store_id, product_id: id })),
  way(['store_id', 'cart_id'], carts.key, ({ store_id, id }) => ({ store_id, cart_id: id })),
  way(['store_id', 'order_id'], orders.key, ({ store_id, id }) => ({ store_id, order_id: id })),
  way(['store_id'], stores.key, ({ id }) => ({ store_id: id })),
  way(['list_id', 'subscriber_hash'], members.key, (member, dice) => ({
    list_id: member.list_id,
    subscriber_hash: dice.oneOf([member.hash, member.contact_id]),
  })),
]

/** Parameters of an existing resource for a path; `undefined` if there is none. */
export function parametersFor(tx: Tx, dice: Dice, path: string): PathParameters | undefined {
  const found = WAYS.find(([parameters]) => parameters.every((name) => path.includes(`{${name}}`)))
  return found?.[1](tx, dice)
}

/** The way to the resources that the rows of a table are. */
function way<R extends Row>(
  parameters: readonly string[],
  index: Index<R>,
  place: (row: R, dice: Dice) => PathParameters,
  isResource: (row: R) => boolean = () => true,
): Way {
  return [parameters, (tx, dice) => some(dice, tx.range(index).all().filter(isResource), place)]
}

function some<R>(dice: Dice, rows: readonly R[], place: (row: R, dice: Dice) => PathParameters): PathParameters | undefined {
  return rows.length > 0 ? place(dice.oneOf(rows), dice) : undefined
}
