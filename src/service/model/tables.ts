import { jobs } from '../../kernel/world/job.ts'
import type { Row, Table } from '../../kernel/world/table.ts'
import { accountExports, exportFiles } from './account-exports/export.ts'
import { automationEmails, automationPasses, automationQueue, automations } from './automations/automation.ts'
import { automationOccasions } from './automations/occasion.ts'
import { batchWebhooks } from './batch-webhooks/batch-webhook.ts'
import { batchOrders, batches, batchResults, batchHolds } from './batches/batch.ts'
import { campaignActions, campaigns, deletedCampaigns, recipients } from './campaigns/campaign.ts'
import { campaignContents } from './campaigns/content.ts'
import { feedFetches, feedItems } from './campaigns/feed.ts'
import { campaignFeedback } from './campaigns/feedback.ts'
import { campaignParts } from './campaigns/parts.ts'
import { sendTotals } from './campaigns/rates.ts'
import { campaignTests } from './campaigns/test-emails.ts'
import { carts } from './carts/cart.ts'
import { connectedSites } from './connected-sites/site.ts'
import { emailConsents } from './contacts/consent.ts'
import { phoneContacts, smsChannels } from './contacts/contact.ts'
import { conversations, messages } from './conversations/conversation.ts'
import { customers } from './customers/customer.ts'
import { deliveries, givenUpWebhooks, deliveryTally } from './deliveries/delivery.ts'
import { deliveryFaults } from './deliveries/fault.ts'
import { emails } from './emails/email.ts'
import { events } from './events/event.ts'
import { faults, outages } from './faults/fault.ts'
import { chatter } from './feeds/chatter.ts'
import { fileContents, fileFolders, files } from './files/file.ts'
import { folders } from './folders/folder.ts'
import { interestCategories, interests } from './interests/interest.ts'
import { journeyWaits, journeys } from './journeys/journey.ts'
import { landingPages, pageVisits } from './landing-pages/page.ts'
import { lines } from './lines/line.ts'
import { abuseReports } from './list-reports/abuse-report.ts'
import { listDays } from './list-reports/day.ts'
import { signupForms } from './list-reports/signup-form.ts'
import { lists, permissions, listStats } from './lists/list.ts'
import { mailings, trackedLinks } from './mailings/mailing.ts'
import { confirmations } from './members/confirmation.ts'
import { memberSchemas, forgotten, members } from './members/member.ts'
import { mergeFields } from './merge-fields/merge-field.ts'
import { notes } from './notes/note.ts'
import { apps, clients } from './oauth/client.ts'
import { codes, tokens } from './oauth/token.ts'
import { orders } from './orders/order.ts'
import { orderSums } from './orders/sums.ts'
import { images, products, variants } from './products/product.ts'
import { promoCodes, promoRules } from './promos/promo.ts'
import { shortUrlClicks } from './reports/short-url.ts'
import { accounts } from './root/account.ts'
import { segments, taggings } from './segments/segment.ts'
import { stores } from './stores/store.ts'
import { surveyResponses, surveys } from './surveys/survey.ts'
import { templates } from './templates/template.ts'
import { engagements, reactions, shoppers, timeline } from './triggers/engagement.ts'
import { verifiedDomains } from './verified-domains/domain.ts'
import { webhooks } from './webhooks/webhook.ts'

/**
 * Every table. When a row is removed, the rows that it owns go in this order, which the history of the world shows. A table that owns nothing and
 * that nothing owns can stand anywhere.
 */
export const tables = [
  messages,
  conversations,
  webhooks,
  mergeFields,
  signupForms,
  abuseReports,
  listDays,
  interests,
  interestCategories,
  notes,
  events,
  taggings,
  segments,
  confirmations,
  members,
  forgotten,
  memberSchemas,
  emailConsents,
  smsChannels,
  phoneContacts,
  permissions,
  listStats,
  sendTotals,
  surveys,
  surveyResponses,
  engagements,
  lists,
  lines,
  carts,
  customers,
  orders,
  images,
  variants,
  products,
  promoCodes,
  promoRules,
  shoppers,
  stores,
  campaignContents,
  campaignFeedback,
  campaignTests,
  trackedLinks,
  feedFetches,
  campaigns,
  accountExports,
  accounts,
  apps,
  automationEmails,
  automationOccasions,
  automationPasses,
  automationQueue,
  automations,
  batchOrders,
  batchResults,
  batchHolds,
  batchWebhooks,
  batches,
  campaignActions,
  campaignParts,
  chatter,
  clients,
  codes,
  connectedSites,
  deletedCampaigns,
  deliveries,
  deliveryFaults,
  deliveryTally,
  emails,
  exportFiles,
  faults,
  feedItems,
  fileContents,
  fileFolders,
  files,
  folders,
  givenUpWebhooks,
  jobs,
  journeyWaits,
  journeys,
  landingPages,
  mailings,
  orderSums,
  outages,
  pageVisits,
  reactions,
  recipients,
  shortUrlClicks,
  templates,
  timeline,
  tokens,
  verifiedDomains,
] as const satisfies readonly Table<Row>[]

/** The names of all tables, in alphabetical order. */
export const tableNames: readonly string[] = tables.map(({ name }) => name).toSorted()

/** Finds a table by its name; returns `undefined` if there is none. */
export type FindTable = (name: string) => Table<Row> | undefined

const byName: ReadonlyMap<string, Table<Row>> = new Map(tables.map((table) => [table.name, table]))

export const tableNamed: FindTable = (name) => byName.get(name)
