import { smsChannels } from '../../src/service/model/contacts/contact.ts'
import { automationEmails, automations } from '../../src/service/model/automations/automation.ts'
import { batches } from '../../src/service/model/batches/batch.ts'
import { campaignActions, campaigns } from '../../src/service/model/campaigns/campaign.ts'
import { campaignFeedback } from '../../src/service/model/campaigns/feedback.ts'
import { conversations, messages } from '../../src/service/model/conversations/conversation.ts'
import { interestCategories, interests } from '../../src/service/model/interests/interest.ts'
import { journeys } from '../../src/service/model/journeys/journey.ts'
import { members } from '../../src/service/model/members/member.ts'
import { mergeFields } from '../../src/service/model/merge-fields/merge-field.ts'
import { notes } from '../../src/service/model/notes/note.ts'
import { segments } from '../../src/service/model/segments/segment.ts'
import { batchWebhooks } from '../../src/service/model/batch-webhooks/batch-webhook.ts'
import { webhooks } from '../../src/service/model/webhooks/webhook.ts'
import { apps } from '../../src/service/model/oauth/client.ts'
import { makeLinkId } from '../../src/service/rules/mailings/links.ts'
import { fileFolders, files } from '../../src/service/model/files/file.ts'
import { folders } from '../../src/service/model/folders/folder.ts'
import { landingPages } from '../../src/service/model/landing-pages/page.ts'
import { surveyResponses, questionsIn, surveys } from '../../src/service/model/surveys/survey.ts'
import { templates } from '../../src/service/model/templates/template.ts'
import { accountExports } from '../../src/service/model/account-exports/export.ts'
import { connectedSites } from '../../src/service/model/connected-sites/site.ts'
import { verifiedDomains } from '../../src/service/model/verified-domains/domain.ts'
import { carts } from '../../src/service/model/carts/cart.ts'
import { customers } from '../../src/service/model/customers/customer.ts'
import { lines } from '../../src/service/model/lines/line.ts'
import { orders } from '../../src/service/model/orders/order.ts'
import { images, products, variants } from '../../src/service/model/products/product.ts'
import { promoCodes, promoRules } from '../../src/service/model/promos/promo.ts'
import { stores } from '../../src/service/model/stores/store.ts'
import type { Tx } from '../../src/kernel/world/tx.ts'
import type { Dice } from './dice.ts'

/** The values to choose from for each parameter of a path. */
export const CHOICES: {
  readonly [parameter: string]: (tx: Tx, dice: Dice, list: string) => readonly (string | number)[]
} = {
  list_id: (_tx, _dice, list) => [list],
  subscriber_hash: (tx, dice, list) =>
    tx
      .range(members.onList, { list_id: list })
      .all()
      .map((member) => dice.oneOf([member.hash, member.email_address, member.contact_id])),
  merge_id: (tx, _dice, list) =>
    tx
      .range(mergeFields.byOrder, { list_id: list })
      .all()
      .map(({ merge_id }) => merge_id),
  interest_category_id: (tx, _dice, list) =>
    tx
      .range(interestCategories.byOrder, { list_id: list })
      .all()
      .map(({ id }) => id),
  interest_id: (tx, _dice, list) =>
    tx
      .range(interests.byCategory, { list_id: list })
      .all()
      .map(({ id }) => id),
  segment_id: (tx, _dice, list) =>
    tx
      .range(segments.onList, { list_id: list })
      .all()
      .map(({ id }) => id),
  note_id: (tx) =>
    tx
      .range(notes.key)
      .all()
      .map(({ id }) => id),
  webhook_id: (tx, _dice, list) =>
    tx
      .range(webhooks.onList, { list_id: list })
      .all()
      .map(({ id }) => id),
  link_id: (tx) =>
    tx
      .range(campaignActions.key)
      .all()
      .filter(({ action }) => action === 'click')
      .map(({ campaign_id, url }) => makeLinkId(campaign_id, url)),
  app_id: (tx) =>
    tx
      .range(apps.key)
      .all()
      .map(({ id }) => id),
  batch_id: (tx) =>
    tx
      .range(batches.key)
      .all()
      .map(({ id }) => id),
  batch_webhook_id: (tx) =>
    tx
      .range(batchWebhooks.key)
      .all()
      .map(({ id }) => id),
  audience_id: (_tx, _dice, list) => [list],
  contact_id: (tx, dice, list) => [
    ...tx
      .range(members.onList, { list_id: list })
      .all()
      .map((member) => dice.oneOf([member.contact_id, `email:${member.hash}`])),
    ...tx
      .range(smsChannels.onList, { list_id: list })
      .all()
      .map((channel) => dice.oneOf([channel.contact_id, `sms:${channel.hash}`])),
  ],
  file_id: (tx) =>
    tx
      .range(files.key)
      .all()
      .map(({ id }) => id),
  file_folder_id: (tx) =>
    tx
      .range(fileFolders.key)
      .all()
      .map(({ id }) => id),
  folder_id: (tx) =>
    tx
      .range(folders.key)
      .all()
      .map(({ id }) => id),
  template_id: (tx) =>
    tx
      .range(templates.key)
      .all()
      .map(({ id }) => id),
  page_id: (tx) =>
    tx
      .range(landingPages.key)
      .all()
      .map(({ id }) => id),
  domain_name: (tx, dice) =>
    tx
      .range(verifiedDomains.key)
      .all()
      .map(({ domain }) => dice.oneOf([domain, domain.toUpperCase()])),
  connected_site_id: (tx) =>
    tx
      .range(connectedSites.key)
      .all()
      .map(({ foreign_id }) => foreign_id),
  export_id: (tx) =>
    tx
      .range(accountExports.key)
      .all()
      .map(({ id }) => id),
  campaign_id: (tx) =>
    tx
      .range(campaigns.key)
      .all()
      .map(({ id }) => id),
  workflow_id: (tx) =>
    tx
      .range(automations.key)
      .all()
      .map(({ id }) => id),
  workflow_email_id: (tx) =>
    tx
      .range(automationEmails.key)
      .all()
      .map(({ id }) => id),
  journey_id: (tx) =>
    tx
      .range(journeys.key)
      .all()
      .map(({ id }) => id),
  step_id: () => [3, 4],
  feedback_id: (tx) =>
    tx
      .range(campaignFeedback.key)
      .all()
      .map(({ feedback_id }) => feedback_id),
  conversation_id: (tx) =>
    tx
      .range(conversations.key)
      .all()
      .map(({ id }) => id),
  message_id: (tx) =>
    tx
      .range(messages.key)
      .all()
      .map(({ id }) => id),
  survey_id: (tx) =>
    tx
      .range(surveys.key)
      .all()
      .map(({ id }) => id),
  question_id: (tx) =>
    tx
      .range(surveys.key)
      .all()
      .flatMap(({ content }) => questionsIn(content).map(({ id }) => id)),
  response_id: (tx) =>
    tx
      .range(surveyResponses.key)
      .all()
      .map(({ id }) => id),
  store_id: (tx) =>
    tx
      .range(stores.key)
      .all()
      .map(({ id }) => id),
  customer_id: (tx) =>
    tx
      .range(customers.key)
      .all()
      .map(({ id }) => id),
  product_id: (tx) =>
    tx
      .range(products.key)
      .all()
      .map(({ id }) => id),
  variant_id: (tx) =>
    tx
      .range(variants.key)
      .all()
      .map(({ id }) => id),
  image_id: (tx) =>
    tx
      .range(images.key)
      .all()
      .map(({ id }) => id),
  cart_id: (tx) =>
    tx
      .range(carts.key)
      .all()
      .map(({ id }) => id),
  order_id: (tx) =>
    tx
      .range(orders.key)
      .all()
      .map(({ id }) => id),
  line_id: (tx) =>
    tx
      .range(lines.key)
      .all()
      .map(({ id }) => id),
  promo_rule_id: (tx) =>
    tx
      .range(promoRules.key)
      .all()
      .map(({ id }) => id),
  promo_code_id: (tx) =>
    tx
      .range(promoCodes.key)
      .all()
      .map(({ id }) => id),
  month: () => ['2026-01', '2025-12', 'never'],
}
