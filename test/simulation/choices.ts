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
import type { Index, Row } from '../../src/kernel/world/table.ts'
import type { Tx } from '../../src/kernel/world/tx.ts'
import type { Dice } from './dice.ts'

type Choice = (tx: Tx, dice: Dice, list: string) => readonly (string | number)[]

/** The values to choose from for each parameter of a path. */
export const CHOICES: { readonly [parameter: string]: Choice } = {
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
  interest_category_id: idsOnList(interestCategories.byOrder),
  interest_id: idsOnList(interests.byCategory),
  segment_id: idsOnList(segments.onList),
  note_id: idsIn(notes.key),
  webhook_id: idsOnList(webhooks.onList),
  link_id: (tx) =>
    tx
      .range(campaignActions.key)
      .all()
      .filter(({ action }) => action === 'click')
      .map(({ campaign_id, url }) => makeLinkId(campaign_id, url)),
  app_id: idsIn(apps.key),
  batch_id: idsIn(batches.key),
  batch_webhook_id: idsIn(batchWebhooks.key),
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
  file_id: idsIn(files.key),
  file_folder_id: idsIn(fileFolders.key),
  folder_id: idsIn(folders.key),
  template_id: idsIn(templates.key),
  page_id: idsIn(landingPages.key),
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
  export_id: idsIn(accountExports.key),
  campaign_id: idsIn(campaigns.key),
  workflow_id: idsIn(automations.key),
  workflow_email_id: idsIn(automationEmails.key),
  journey_id: idsIn(journeys.key),
  step_id: () => [3, 4],
  feedback_id: (tx) =>
    tx
      .range(campaignFeedback.key)
      .all()
      .map(({ feedback_id }) => feedback_id),
  conversation_id: idsIn(conversations.key),
  message_id: idsIn(messages.key),
  survey_id: idsIn(surveys.key),
  question_id: (tx) =>
    tx
      .range(surveys.key)
      .all()
      .flatMap(({ content }) => questionsIn(content).map(({ id }) => id)),
  response_id: idsIn(surveyResponses.key),
  store_id: idsIn(stores.key),
  customer_id: idsIn(customers.key),
  product_id: idsIn(products.key),
  variant_id: idsIn(variants.key),
  image_id: idsIn(images.key),
  cart_id: idsIn(carts.key),
  order_id: idsIn(orders.key),
  line_id: idsIn(lines.key),
  promo_rule_id: idsIn(promoRules.key),
  promo_code_id: idsIn(promoCodes.key),
  month: () => ['2026-01', '2025-12', 'never'],
}

type RowWithId = Row & { readonly id: string | number }

function idsIn(index: Index<RowWithId>): Choice {
  return (tx) =>
    tx
      .range(index)
      .all()
      .map(({ id }) => id)
}

function idsOnList(index: Index<RowWithId & { readonly list_id: string }>): Choice {
  return (tx, _dice, list_id) =>
    tx
      .range(index, { list_id })
      .all()
      .map(({ id }) => id)
}
