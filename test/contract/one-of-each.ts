import { makeBatch } from '../../src/resources/batches/operations.ts'
import { makeBatchWebhook } from '../../src/resources/batch-webhooks/make.ts'
import { makeFeedback } from '../../src/resources/campaigns/feedback.ts'
import { sendCampaign } from '../../src/resources/campaigns/send.ts'
import { replyToCampaign } from '../../src/resources/conversations/write.ts'
import { makeCategory, makeInterest } from '../../src/resources/interests/make.ts'
import { makeList } from '../../src/resources/lists/make.ts'
import { makeMember } from '../../src/resources/members/make.ts'
import { makeNote } from '../../src/resources/notes/make.ts'
import { makeSegment } from '../../src/resources/segments/make.ts'
import { makeWebhook } from '../../src/resources/webhooks/make.ts'
import { makeFolder } from '../../src/resources/folders/make.ts'
import { makeLandingPage } from '../../src/resources/landing-pages/make.ts'
import { makeTemplate } from '../../src/resources/templates/make.ts'
import { makeAccountExport } from '../../src/resources/account-exports/make.ts'
import { makeConnectedSite } from '../../src/resources/connected-sites/site.ts'
import { makeVerifiedDomain } from '../../src/resources/verified-domains/make.ts'
import type { Tx } from '../../src/world/tx.ts'
import { mock } from '../mock.ts'

/** An account with one resource of each kind, and their paths. */
export async function worldWithOneOfEach() {
  const double = mock()
  return { ...double, ids: new Map(Object.entries(await double.plant(makeOneOfEach))) }
}

/** Creates one resource of each kind in an account. */
export function makeOneOfEach(tx: Tx) {
  const list = makeList(tx, { name: 'One of each' })
  const member = makeMember(tx, list, { email_address: 'ada@acme.test' })
  const category = makeCategory(tx, list, { title: 'Colours', type: 'checkboxes' })
  const campaign = sendCampaign(tx, list, { subject_line: 'News' })
  const { conversation, message } = replyToCampaign(tx, campaign, member, { message: 'Nice' })
  return {
    list_id: list.id,
    subscriber_hash: member.hash,
    merge_id: '1',
    interest_category_id: category.id,
    interest_id: makeInterest(tx, list, category, { name: 'Red' }).id,
    segment_id: String(makeSegment(tx, list, { name: 'Static', type: 'static' }).id),
    note_id: String(makeNote(tx, list, member, { note: 'Called' }).id),
    webhook_id: makeWebhook(tx, list, { url: 'http://127.0.0.1:9/hook' }).id,
    batch_id: makeBatch(tx, { operations: [{ method: 'GET', path: '/ping' }] }).id,
    batch_webhook_id: makeBatchWebhook(tx, { url: 'http://127.0.0.1:9/batches' }).id,
    audience_id: list.id,
    contact_id: member.contact_id,
    folder_id: makeFolder(tx, { kind: 'template', name: 'News' }).id,
    template_id: String(makeTemplate(tx, { name: 'Sale', html: '<p data-edit="text">Sale</p>' }).id),
    page_id: makeLandingPage(tx, { name: 'Sale', list_id: list.id }).id,
    domain_name: makeVerifiedDomain(tx, { verification_email: 'owner@acme.test' }).domain,
    connected_site_id: makeConnectedSite(tx, { foreign_id: 'shop', domain: 'shop.acme.test' }).foreign_id,
    export_id: String(makeAccountExport(tx, { stages: ['audiences'] }).id),
    campaign_id: campaign.id,
    feedback_id: String(makeFeedback(tx, campaign, { message: 'Larger' }).feedback_id),
    conversation_id: conversation.id,
    message_id: message.id,
    month: '2026-01',
    report_id: '1',
  }
}
