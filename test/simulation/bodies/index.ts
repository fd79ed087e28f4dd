import { accountBodies } from './account.ts'
import { automationBodies } from './automations.ts'
import { audienceBodies } from './audience.ts'
import { batchBodies } from './batches.ts'
import type { Bodies } from './bodies.ts'
import { campaignBodies } from './campaigns.ts'
import { contactBodies } from './contacts.ts'
import { conversationBodies } from './conversations.ts'
import { contentBodies } from './content.ts'
import { journeyBodies } from './journeys.ts'
import { orderBodies } from './orders.ts'
import { storeBodies } from './stores.ts'
import { surveyBodies } from './surveys.ts'
import { webhookBodies } from './webhooks.ts'

/** Bodies for all operations that take one. */
export const BODIES: Bodies = {
  ...accountBodies,
  ...audienceBodies,
  ...automationBodies,
  ...batchBodies,
  ...campaignBodies,
  ...contactBodies,
  ...contentBodies,
  ...conversationBodies,
  ...journeyBodies,
  ...orderBodies,
  ...storeBodies,
  ...surveyBodies,
  ...webhookBodies,
}
