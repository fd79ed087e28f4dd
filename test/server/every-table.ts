import type { Body } from '../mock.ts'

/** Calls a server and throws unless the call succeeds. */
export type Call = (line: string, body?: unknown, init?: RequestInit) => Promise<Body>

/** A world with a row in every table, and the ids for its paths. */
export interface Filled {
  readonly id: string
  readonly key: string
  /** Ids by the names of path parameters in the contract. */
  readonly ids: Readonly<Record<string, string>>
  /** Paths outside the service contract: pages and files. */
  readonly links: readonly string[]
}

const LIST = {
  name: 'Acme News',
  contact: { company: 'Acme', address1: '1 High Street', city: 'London', zip: 'N1 9GU', country: 'GB' },
  permission_reminder: 'You signed up on our site.',
  campaign_defaults: { from_name: 'Ada', from_email: 'ada@acme.test', subject: '', language: 'en' },
  email_type_option: false,
  marketing_permissions: true,
}

/** Rows that no JSON call creates, or not for long: a second application, planned actions of members, a redirected visitor, and so on. */
const OF_SCENARIOS = {
  oauth_clients: [
    {
      seq: 901,
      client_id: 'further',
      client_secret: 'secret',
      redirect_uri: 'http://127.0.0.1:9/back',
      name: 'Shop',
      description: '',
    },
  ],
  timeline: [{ seq: 902, id: '1-account.enable', at: 0, body: { trigger: 'account.enable' }, outcome: 'done', refused: '' }],
  short_url_clicks: [{ seq: 904, id: 901, campaign_id: 'none', at: 0, referrer: '' }],
  reactions: [
    { seq: 903, plan: 901, number: 1, campaign_id: 'none', contact_id: 'none', at: 0, body: { trigger: 'campaign.open' } },
  ],
  engagements: [{ seq: 905, id: 'none', open: 0, click: 0 }],
  shoppers: [
    {
      seq: 913,
      store_id: 'none',
      list_id: 'none',
      domain: '',
      buy: 0,
      abandon: 0,
      return: 0,
      within: 86_400_000,
      basket: 1,
      visits: { every: 86_400_000, until: 0, new: 0, opt_in: 0 },
      orders: undefined,
    },
  ],
  feed_fetches: [{ seq: 906, campaign_id: 'none', url: 'http://127.0.0.1:9/feed', state: 'done', number: 0 }],
  batch_holds: [{ seq: 907, batch_id: 'none', phase: 'started', lasts: null, fault_id: 901, held: null, job: 0 }],
  given_up_webhooks: [{ seq: 908, webhook_id: 'none', url: 'http://127.0.0.1:9/hook', at: 0, attempts: 10, failed: 10 }],
  automation_occasions: [
    {
      seq: 912,
      workflow_id: 'none',
      contact_id: 'none',
      about_id: 'cart',
      order_id: '',
      store_id: 'none',
      list_id: 'none',
      entered_at: 0,
      email_id: '',
      next_send: 0,
      last_position: 1,
      last_sent: 0,
      ended: true,
      tags: { 'CART:TOTAL': '$1.00' },
    },
  ],
  journeys: [
    { seq: 910, id: 7, list_id: 'none', name: 'Birthday', status: 'running', steps: [{ id: 3, type: 'api', emails: [] }] },
  ],
  journey_waits: [
    { seq: 911, journey_id: 7, contact_id: 'none', list_id: 'none', step_id: 3, position: 0, next_send: 0, job: 0 },
  ],
  outages: [{ seq: 909, id: 'black-friday', consists_of: [{ effect: 'drop' }] }],
}

/** Creates a world of the scenario `empty` and adds a row to every table. */
export async function fillEveryTable(call: Call, id: string): Promise<Filled> {
  const made = await worldWith(call, id, OF_SCENARIOS)
  const control = `/_control/worlds/${id}`
  const base = `/_worlds/${id}`
  const headers = { authorization: `Bearer ${made.api_key}` }
  const service: Call = (line, body) => call(line.replace(' ', ` ${base}/3.0`), body, { headers })
  const trigger = (name: string, given: object): Promise<Body> => call(`POST ${control}/triggers`, { trigger: name, ...given })
  const advance = (by: string): Promise<Body> => call(`POST ${control}/clock/advance`, { by })
  await call(`PATCH ${control}/settings`, { webhooks: { mode: 'record', validation: 'off' } })

  const list = await service('POST /lists', LIST)
  const at = `/lists/${list.id}`
  const category = await service(`POST ${at}/interest-categories`, { title: 'Colours', type: 'checkboxes' })
  const interest = await service(`POST ${at}/interest-categories/${category.id}/interests`, { name: 'Red' })
  const field = await service(`POST ${at}/merge-fields`, { name: 'Town', tag: 'TOWN', type: 'text' })
  const webhook = await service(`POST ${at}/webhooks`, { url: 'http://127.0.0.1:9/hook', events: { subscribe: true } })
  await service(`POST ${at}/signup-forms`, { header: { text: 'Join us' } })

  const join = (name: string, more: object = {}): Promise<Body> =>
    service(`POST ${at}/members`, { email_address: `${name}@acme.test`, status: 'subscribed', ...more })
  const ada = await join('ada', { tags: ['Early'], interests: { [interest.id]: true }, merge_fields: { TOWN: 'Leeds' } })
  await join('bob', { status: 'pending' })
  await join('cleo')
  await service(`POST ${at}/members/${(await join('dan')).id}/actions/delete-permanent`)
  const note = await service(`POST ${at}/members/${ada.id}/notes`, { note: 'Called' })
  await service(`POST ${at}/members/${ada.id}/events`, { name: 'seen' })
  const segment = await service(`POST ${at}/segments`, { name: 'Static', static_segment: ['ada@acme.test'] })
  const contact = await service(`POST /audiences/${list.id}/contacts`, {
    sms_channel: { sms_phone: '+14045550102', marketing_consent: { status: 'confirmed' } },
  })

  const sent = await trigger('campaign.send', { list_id: list.id, subject_line: 'News' })
  const campaign_id: string = sent.changed[0].id
  await trigger('campaign.open', { campaign_id, email_address: 'ada@acme.test' })
  await trigger('campaign.click', { campaign_id, email_address: 'ada@acme.test', url: 'https://acme.test/a' })
  await trigger('conversation.reply', { campaign_id, email_address: 'ada@acme.test', message: 'Nice' })
  await trigger('member.complain', { list_id: list.id, email_address: 'cleo@acme.test', campaign_id })
  await trigger('member.unsubscribe', { list_id: list.id, email_address: 'ada@acme.test', campaign_id })
  await trigger('member.subscribe', { list_id: list.id, email_address: 'ada@acme.test' })
  await service(`PATCH /audiences/${list.id}/contacts/${ada.contact_id}`, {
    email_channel: { email: 'ada@acme.test', marketing_consent: { status: 'consented' } },
  })
  const clicked = await service(`GET /reports/${campaign_id}/click-details`)
  const conversation = (await service('GET /conversations')).conversations[0]
  const messages = await service(`GET /conversations/${conversation.id}/messages`)

  const draft = await service('POST /campaigns', {
    type: 'regular',
    recipients: { list_id: list.id },
    settings: { subject_line: 'Hats', from_name: 'Ada', reply_to: 'ada@acme.test' },
  })
  await service(`PUT /campaigns/${draft.id}/content`, { html: '<p>See <a href="https://acme.test/hats">our hats</a></p>' })
  const feedback = await service(`POST /campaigns/${campaign_id}/feedback`, { message: 'Larger' })
  await service(`POST /campaigns/${draft.id}/actions/test`, { test_emails: ['ada@acme.test'], send_type: 'html' })
  const old = await trigger('campaign.send', { list_id: list.id, subject_line: 'Old' })
  await service(`DELETE /campaigns/${old.changed[0].id}`)
  await trigger('feed.publish', { feed_url: 'https://acme.test/feed', title: 'Hats', link: 'https://acme.test/hats' })

  await join('eve')
  await trigger('automation.create', {
    list_id: list.id,
    workflow_type: 'api',
    id: 'a0a0a0a0a0',
    status: 'sending',
    from_name: 'Ada',
    reply_to: 'ada@acme.test',
    emails: [{ id: 'a0a0a0a0a1', subject_line: 'Welcome', text: 'Welcome!', delay: { amount: 1, type: 'day' } }],
  })
  for (const name of ['ada', 'eve'])
    await trigger('automation.enter', { workflow_id: 'a0a0a0a0a0', email_address: `${name}@acme.test` })
  const removed = await service('POST /automations/a0a0a0a0a0/removed-subscribers', { email_address: 'eve@acme.test' })

  const folder = await service('POST /template-folders', { name: 'News' })
  const campaigns = await service('POST /campaign-folders', { name: 'Sent' })
  const template = await service('POST /templates', { name: 'Sale', html: '<p>Sale</p>', folder_id: folder.id })
  const fileFolder = await service('POST /file-manager/folders', { name: 'Logos' })
  const file = await service('POST /file-manager/files', { name: 'a.txt', file_data: 'eA==', folder_id: fileFolder.id })
  const page = await service('POST /landing-pages', { name: 'Sale', title: 'Sale', list_id: list.id, type: 'signup' })
  await service(`POST /landing-pages/${page.id}/actions/publish`)
  await trigger('page.visit', { page_id: page.id })
  const sections = [{ type: 'question', question: { query: 'Which hat?', type: 'text' } }]
  const survey = await service(`POST ${at}/surveys`, { title: 'Hats', sections })
  await service(`POST ${at}/surveys/${survey.id}/actions/publish`)
  await trigger('survey.answer', { survey_id: survey.id, answers: { 'Which hat?': 'Straw' }, email_address: 'ada@acme.test' })
  const { responses } = await service(`GET /reporting/surveys/${survey.id}/responses`)
  const site = await service('POST /connected-sites', { foreign_id: 'shop', domain: 'shop.acme.test' })
  const shop = await fillShop(service, list.id)
  const domain = await service('POST /verified-domains', { verification_email: 'owner@acme.test' })
  const hook = await service('POST /batch-webhooks', { url: 'http://127.0.0.1:9/batches' })

  const { oauth } = made
  const approve = (): Promise<Body> => trigger('oauth.approve', { client_id: oauth.client_id, redirect_uri: oauth.redirect_uri })
  const { code } = await approve()
  const grant = { grant_type: 'authorization_code', ...oauth, code }
  await call(`POST ${base}/oauth2/token`, undefined, { body: new URLSearchParams(grant) })
  await call(`POST ${control}/faults`, { match: { method: 'PUT' }, effect: { latency: 1 } })
  await call(`POST ${control}/delivery-faults`, { match: { event: ['cleaned'] }, effect: 'duplicate' })
  await trigger('account.disable', {})
  await trigger('account.enable', {})

  const operations = [{ method: 'GET', path: '/ping' }]
  const exported = await service('POST /account-exports', { include_stages: ['audiences'] })
  const { id: batch_id } = await service('POST /batches', { operations })
  await advance('PT1M')
  // These three have not ended yet.
  await service(`POST /campaigns/${draft.id}/actions/send`)
  await service('POST /batches', { operations })
  await approve()
  await call(`POST ${control}/snapshots`, { name: 'filled' })

  const { response_body_url } = await service(`GET /batches/${batch_id}`)
  const { download_url } = await service(`GET /account-exports/${exported.export_id}`)
  const script = (await service(`GET /connected-sites/${site.foreign_id}`)).site_script
  const ids = {
    ...shop,
    list_id: list.id,
    audience_id: list.id,
    subscriber_hash: ada.id,
    contact_id: contact.id,
    merge_id: String(field.merge_id),
    interest_category_id: category.id,
    interest_id: interest.id,
    segment_id: String(segment.id),
    note_id: String(note.id),
    webhook_id: webhook.id,
    batch_id,
    batch_webhook_id: hook.id,
    template_id: String(template.id),
    survey_id: survey.id,
    question_id: survey.questions[0],
    response_id: responses[0].response_id,
    page_id: page.id,
    domain_name: domain.domain,
    connected_site_id: site.foreign_id,
    export_id: String(exported.export_id),
    campaign_id,
    feedback_id: String(feedback.feedback_id),
    conversation_id: conversation.id,
    message_id: messages.conversation_messages[0].id,
    month: '2026-01',
    report_id: String((await service(`GET ${at}/abuse-reports`)).abuse_reports[0].id),
    folder_id: folder.id,
    campaign_folder_id: campaigns.id,
    link_id: clicked.urls_clicked[0].id,
    file_id: String(file.id),
    app_id: String((await service('GET /authorized-apps')).apps[0].id),
    file_folder_id: String(fileFolder.id),
    workflow_id: 'a0a0a0a0a0',
    workflow_email_id: 'a0a0a0a0a1',
    removed_hash: removed.id,
  }
  const pages = [`/_public/pages/${page.id}`, `/_public/subscribe?id=${list.id}`, `/_public/s/${list.id}`]
  const links = [...pages.map((path) => base + path), response_body_url, download_url, script.url, file.full_size_url].map(pathIn)
  return { id, key: made.api_key, ids, links }
}

/** Adds a store of a list with a row in every table of e-commerce. Returns their ids by the names of path parameters. */
async function fillShop(service: Call, list_id: string): Promise<Readonly<Record<string, string>>> {
  const ids = {
    store_id: 'acme-shop',
    customer_id: 'c-1',
    product_id: 'hat',
    variant_id: 'hat-blue',
    image_id: 'front',
    cart_id: 'basket',
    order_id: 'o-1',
    line_id: '1',
    promo_rule_id: 'sale',
    promo_code_id: 'ten',
  }
  const at = `/ecommerce/stores/${ids.store_id}`
  await service('POST /ecommerce/stores', { id: ids.store_id, list_id, name: 'Acme Shop', currency_code: 'USD' })
  await service(`POST ${at}/products`, {
    id: ids.product_id,
    title: 'Hat',
    variants: [{ id: ids.variant_id, title: 'Blue' }],
    images: [{ id: ids.image_id, url: 'https://acme.test/hat.png' }],
  })
  const sale = {
    customer: { id: ids.customer_id, email_address: 'ada@acme.test' },
    currency_code: 'USD',
    order_total: 41.75,
    lines: [{ id: ids.line_id, product_id: ids.product_id, product_variant_id: ids.variant_id, quantity: 2, price: 17 }],
  }
  await service(`POST ${at}/carts`, { id: ids.cart_id, ...sale })
  await service(`POST ${at}/orders`, { id: ids.order_id, ...sale, processed_at_foreign: '2026-01-01T00:00:00Z' })
  const rule = { id: ids.promo_rule_id, description: 'Sale', amount: 1, type: 'fixed', target: 'total' }
  await service(`POST ${at}/promo-rules`, rule)
  const code = { id: ids.promo_code_id, code: 'TEN', redemption_url: 'https://acme.test' }
  await service(`POST ${at}/promo-rules/${rule.id}/promo-codes`, code)
  return ids
}

/** A world of the scenario `empty` with initial rows, created from a bundle. */
async function worldWith(call: Call, id: string, tables: object): Promise<Body> {
  await call('POST /_control/worlds', { id: 'seedling', scenario: 'empty' })
  // A bundle that starts at the scenario's start holds no rows.
  await call('POST /_control/worlds/seedling/clock/advance', { by: 'PT1S' })
  await call('POST /_control/worlds/seedling/snapshots', { name: 'start' })
  const bundle = await call('GET /_control/worlds/seedling/bundle?from=start')
  await call('DELETE /_control/worlds/seedling')
  Object.assign(bundle.state.tables, tables)
  return call('POST /_control/worlds', { id, bundle })
}

function pathIn(address: string): string {
  const { pathname, search } = new URL(address, 'http://server.test')
  return pathname + search
}
