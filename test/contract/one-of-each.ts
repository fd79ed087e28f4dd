import { automationOrThrow, findWorkflowEmails } from '../../src/service/model/automations/automation.ts'
import { enter } from '../../src/service/rules/automations/enter.ts'
import { makeAutomation } from '../../src/service/rules/automations/make.ts'
import { makeBatch } from '../../src/service/rules/batches/make.ts'
import { makeBatchWebhook } from '../../src/service/rules/batch-webhooks/make.ts'
import { recordClick, recordLeave } from '../../src/service/rules/campaigns/engagement/actions.ts'
import { makeFeedback } from '../../src/service/rules/campaigns/feedback.ts'
import { sendCampaign } from '../../src/service/rules/campaigns/send/send.ts'
import { makeCart } from '../../src/service/rules/carts/make.ts'
import { replyToCampaign } from '../../src/service/rules/conversations/write.ts'
import { makeCategory, makeInterest } from '../../src/service/rules/interests/make.ts'
import { makeAbuseReport } from '../../src/service/rules/list-reports/abuse-report.ts'
import { makeJourney } from '../../src/service/rules/journeys/make.ts'
import { makeList } from '../../src/service/rules/lists/make.ts'
import { makeMember } from '../../src/service/rules/members/make.ts'
import { makeNote } from '../../src/service/rules/notes/make.ts'
import { makeSegment } from '../../src/service/rules/segments/make.ts'
import { makeWebhook } from '../../src/service/rules/webhooks/make.ts'
import { authorizeApp } from '../../src/service/rules/oauth/app.ts'
import { issueToken } from '../../src/service/rules/oauth/exchange.ts'
import { makeFile, makeFileFolder } from '../../src/service/rules/files/make.ts'
import { makeFolder } from '../../src/service/rules/folders/make.ts'
import { makeLandingPage } from '../../src/service/rules/landing-pages/make.ts'
import { answerSurvey } from '../../src/service/rules/surveys/answer.ts'
import { makeMove } from '../../src/kernel/world/machine.ts'
import { surveyMachine } from '../../src/service/model/surveys/machine.ts'
import { makeSurvey } from '../../src/service/rules/surveys/make.ts'
import { readSections } from '../../src/service/rules/surveys/sections.ts'
import { makeTemplate } from '../../src/service/rules/templates/make.ts'
import { makeAccountExport } from '../../src/service/resources/account-exports/operations.ts'
import { makeConnectedSite } from '../../src/service/rules/connected-sites/site.ts'
import { makeLinkId } from '../../src/service/rules/mailings/links.ts'
import { makeOrder } from '../../src/service/rules/orders/make.ts'
import { makeProduct } from '../../src/service/rules/products/make.ts'
import { makePromoCode, makePromoRule } from '../../src/service/rules/promos/make.ts'
import { makeStore } from '../../src/service/rules/stores/make.ts'
import { makeVerifiedDomain } from '../../src/service/rules/verified-domains/make.ts'
import type { Caller } from '../../src/service/model/requests/call.ts'
import type { Tx } from '../../src/kernel/world/tx.ts'
import { mock } from '../mock.ts'

/** An account with one resource of each kind, and their paths. */
export async function worldWithOneOfEach() {
  // Operations that exist only with a setting are there as well.
  const double = mock({ settings: { authorized_apps: { link: 'on' } } })
  return { ...double, ids: new Map(Object.entries(await double.plant(makeOneOfEach))) }
}

const API: Caller = { ip: '127.0.0.1', source: 'api' }

/** Authorizes the application that every world has, and returns its id. */
function signIn(tx: Tx): number {
  const { client_id } = tx.world.credentials
  issueToken(tx, client_id)
  return authorizeApp(tx, client_id).id
}

/** Creates one resource of each kind in an account. */
export function makeOneOfEach(tx: Tx) {
  const list = makeList(tx, { name: 'One of each' })
  const member = makeMember(tx, list, { email_address: 'ada@acme.test' })
  const category = makeCategory(tx, list, { title: 'Colours', type: 'checkboxes' })
  const campaign = sendCampaign(tx, list, { subject_line: 'News' })
  recordClick(tx, campaign, member, { url: 'https://acme.test/a' })
  for (const how of ['unsub', 'abuse'] as const) recordLeave(tx, campaign, member, how)
  makeAbuseReport(tx, list, member, campaign.id)
  const { conversation, message } = replyToCampaign(tx, campaign, member, { message: 'Nice' })
  const workflow = makeAutomation(tx, list, {
    workflow_type: 'api',
    status: 'sending',
    from_name: 'Acme',
    reply_to: 'news@acme.test',
    emails: [{ subject_line: 'Welcome', text: 'Welcome!', delay: { amount: 1 } }],
  })
  enter(tx, automationOrThrow(tx, workflow.id), member)
  const [email] = findWorkflowEmails(tx, workflow)
  const store = makeStore(tx, { id: 'acme-shop', list_id: list.id, name: 'Acme Shop', currency_code: 'USD' })
  const shopper = { id: 'c-7', email_address: member.email_address }
  const product = makeProduct(tx, store, {
    id: 'hat',
    title: 'Hat',
    variants: ['hat-blue', 'hat-red'].map((id) => ({ id, title: id })),
    images: [{ id: 'front', url: 'https://acme.test/hat.png' }],
  })
  const basket = {
    customer: shopper,
    currency_code: 'USD',
    order_total: 0,
    lines: ['1', '2'].map((id) => ({ id, product_id: 'hat', product_variant_id: 'hat-blue', quantity: 1, price: 0 })),
  }
  const rule = makePromoRule(tx, store, { id: 'sale', description: 'Sale', amount: 1, type: 'fixed', target: 'total' })
  const order = makeOrder(tx, store, { ...basket, id: 'o-1' }, API)
  const wait = { subject_line: 'Later', delay: 'PT1H' }
  const steps = [
    { id: 3, emails: [{ subject_line: 'Happy birthday' }, wait] },
    { id: 4, type: 'other' as const },
  ]
  const journey = makeJourney(tx, list, { id: 7, steps })
  const sections = readSections(tx, list, [{ type: 'question', question: { query: 'Which hat?', type: 'text' } }])
  const survey = makeMove(tx, surveyMachine, makeSurvey(tx, list, { title: 'Hats', sections }), 'publish')
  const question_id = sections[0]?.question?.id ?? ''
  const submission = { email_address: member.email_address, answers: new Map([[question_id, 'Straw']]) }
  const { response } = answerSurvey(tx, list, survey, submission, { ip: '203.0.113.9', source: 'user' })
  return {
    list_id: list.id,
    workflow_id: workflow.id,
    workflow_email_id: email?.id ?? '',
    journey_id: String(journey.id),
    step_id: '3',
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
    file_id: String(makeFile(tx, { name: 'a.txt', file_data: 'eA==' }).id),
    file_folder_id: String(makeFileFolder(tx, { name: 'Logos' }).id),
    app_id: String(signIn(tx)),
    template_id: String(makeTemplate(tx, { name: 'Sale', html: '<p data-edit="text">Sale</p>' }).id),
    survey_id: survey.id,
    question_id,
    response_id: response.id,
    page_id: makeLandingPage(tx, { name: 'Sale', list_id: list.id }).id,
    domain_name: makeVerifiedDomain(tx, { verification_email: 'owner@acme.test' }).domain,
    connected_site_id: makeConnectedSite(tx, { foreign_id: 'shop', domain: 'shop.acme.test' }).foreign_id,
    export_id: String(makeAccountExport(tx, { stages: ['audiences'] }).id),
    campaign_id: campaign.id,
    feedback_id: String(makeFeedback(tx, campaign, { message: 'Larger' }).feedback_id),
    conversation_id: conversation.id,
    message_id: message.id,
    link_id: makeLinkId(campaign.id, 'https://acme.test/a'),
    month: '2026-01',
    report_id: '1',
    store_id: store.id,
    customer_id: shopper.id,
    cart_id: makeCart(tx, store, { ...basket, id: 'basket' }, API).id,
    line_id: '1',
    product_id: product.id,
    variant_id: 'hat-blue',
    image_id: 'front',
    order_id: order.id,
    promo_rule_id: rule.id,
    promo_code_id: makePromoCode(tx, rule, { id: 'ten', code: 'TEN', redemption_url: 'https://acme.test' }).id,
  }
}
