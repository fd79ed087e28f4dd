import type { ResourceName } from '../../kernel/contract/service.ts'
import { removeBatchWebhooks } from '../model/batch-webhooks/batch-webhook.ts'
import { releaseResponses, checkSurveyPath } from '../model/surveys/survey.ts'
import { announceBatch } from '../rules/batch-webhooks/announce.ts'
import { batchPhases } from '../rules/batches/phases.ts'
import { releaseDelivery, retryDelivery } from '../rules/deliveries/resend.ts'
import { addMemberChatter } from '../rules/feeds/chatter.ts'
import type { Manifest } from '../rules/manifest.ts'
import { requestConfirmationIfPending } from '../rules/members/confirmation.ts'
import { batchSubscribeBodyPreparations, memberBodyPreparations } from '../rules/members/prepare.ts'
import { removeStoreSums, sumChangedOrder } from '../rules/orders/sums.ts'
import { manifest as accountExports } from './account-exports/index.ts'
import { manifest as automations } from './automations/index.ts'
import { batchWebhookFetches } from './batch-webhooks/fetch.ts'
import { manifest as campaigns } from './campaigns/index.ts'
import { manifest as customers } from './customers/index.ts'
import { manifest as journeys } from './journeys/index.ts'
import { notifyOwner } from './lists/notify.ts'
import { manifest as orders } from './orders/index.ts'
import { announceCampaign, announceMember } from './webhooks/announce.ts'
import { webhookFetches } from './webhooks/fetch.ts'

/** Resources without operations of their own in the contract. */
type InternalName = 'deliveries' | 'purchases'

const folders = { operations: async () => (await import('./folders/operations.ts')).folderOperations }
const root = { operations: async () => (await import('./root/operations.ts')).rootOperations }

const surveys = {
  operations: async () => (await import('./surveys/operations.ts')).surveyOperations,
  checkPath: async () => checkSurveyPath,
  checkBody: async () => (await import('./surveys/operations.ts')).surveyBodyChecks,
  reactions: { 'member.deleted': (tx, { member }) => releaseResponses(tx, member) },
} satisfies Manifest

const checkPath = async () => (await import('../rules/stores/path.ts')).checkStorePath

/** The manifest of every resource, by the name that the contract has for it: a missing one does not compile. */
export const manifests = {
  conversations: { operations: async () => (await import('./conversations/operations.ts')).conversationOperations },
  webhooks: {
    operations: async () => (await import('./webhooks/operations.ts')).webhookOperations,
    fetches: webhookFetches,
    reactions: { 'member.changed': announceMember, 'campaign.ended': announceCampaign },
  },
  feeds: {
    operations: async () => (await import('./feeds/operations.ts')).feedOperations,
    reactions: { 'member.changed': addMemberChatter },
  },
  'merge-fields': { operations: async () => (await import('./merge-fields/operations.ts')).mergeFieldOperations },
  'list-reports': { operations: async () => (await import('./list-reports/operations.ts')).listReportOperations },
  interests: { operations: async () => (await import('./interests/operations.ts')).interestOperations },
  notes: { operations: async () => (await import('./notes/operations.ts')).noteOperations },
  events: { operations: async () => (await import('./events/operations.ts')).eventOperations },
  segments: { operations: async () => (await import('./segments/operations.ts')).segmentOperations },
  tags: { operations: async () => (await import('./tags/operations.ts')).tagOperations },
  purchases: { reactions: { 'order.changed': sumChangedOrder, 'store.deleted': removeStoreSums } },
  automations,
  'customer-journeys': journeys,
  members: {
    operations: async () => (await import('./members/operations.ts')).memberOperations,
    prepareBody: async () => memberBodyPreparations,
    reactions: { 'member.changed': requestConfirmationIfPending },
  },
  contacts: { operations: async () => (await import('./contacts/operations.ts')).contactOperations },
  lists: {
    operations: async () => ({
      ...(await import('./lists/operations.ts')).listOperations,
      ...(await import('./lists/batch-subscribe.ts')).memberBatchOperations,
    }),
    prepareBody: async () => batchSubscribeBodyPreparations,
    reactions: { 'member.changed': notifyOwner },
  },
  'account-exports': accountExports,
  activity: { operations: async () => (await import('./activity/operations.ts')).activityOperations },
  'authorized-apps': { operations: async () => (await import('./oauth/operations.ts')).authorizedAppOperations },
  'batch-webhooks': {
    operations: async () => (await import('./batch-webhooks/operations.ts')).batchWebhookOperations,
    fetches: batchWebhookFetches,
    reactions: {
      'application.revoked': (tx, { client_id }) => removeBatchWebhooks(tx, client_id),
      'batch.finished': (tx, { batch }) => announceBatch(tx, batch),
    },
  },
  batches: { operations: async () => (await import('./batches/operations.ts')).batchOperations, jobs: batchPhases },
  'campaign-folders': folders,
  campaigns,
  carts: {
    operations: async () => (await import('./carts/operations.ts')).cartOperations,
    checkPath,
    checkBody: async () => (await import('./carts/operations.ts')).cartBodyChecks,
  },
  'connected-sites': { operations: async () => (await import('./connected-sites/operations.ts')).connectedSiteOperations },
  customers,
  deliveries: { jobs: { 'deliveries.retry': retryDelivery, 'deliveries.release': releaseDelivery } },
  'file-manager': { operations: async () => (await import('./files/operations.ts')).fileManagerOperations },
  'landing-pages': { operations: async () => (await import('./landing-pages/operations.ts')).landingPageOperations },
  orders,
  ping: root,
  products: {
    operations: async () => (await import('./products/operations.ts')).productOperations,
    checkPath,
    checkBody: async () => (await import('./products/operations.ts')).productBodyChecks,
  },
  'promo-rules': {
    operations: async () => (await import('./promos/operations.ts')).promoOperations,
    checkPath,
    checkBody: async () => (await import('./promos/operations.ts')).promoBodyChecks,
  },
  reports: {
    operations: async () => ({
      ...(await import('./reports/operations.ts')).reportOperations,
      ...(await import('./reports/sub-reports.ts')).subReportOperations,
    }),
  },
  root,
  search: { operations: async () => (await import('./search/operations.ts')).searchOperations },
  stores: { operations: async () => (await import('./stores/operations.ts')).storeOperations, checkPath },
  'survey-reports': surveys,
  surveys,
  'template-folders': folders,
  templates: { operations: async () => (await import('./templates/operations.ts')).templateOperations },
  'verified-domains': { operations: async () => (await import('./verified-domains/operations.ts')).verifiedDomainOperations },
} satisfies { readonly [Name in ResourceName | InternalName]: Manifest }

/**
 * The resources that react to events, in the order in which they react. All of them react to the deletion of a list, a member or a store before
 * the rows that it owns are removed.
 *
 * Webhooks and feeds are notified before emails are sent. Orders are summed up before automations read the sums. Campaigns keep the name of a
 * deleted list before journeys remove some of them.
 */
export const reactionOrder = [
  'webhooks',
  'feeds',
  'purchases',
  'campaigns',
  'automations',
  'customer-journeys',
  'members',
  'lists',

  // The order of these does not matter.
  'batch-webhooks',
  'customers',
  'orders',
  'surveys',
] as const satisfies readonly (keyof typeof manifests)[]
