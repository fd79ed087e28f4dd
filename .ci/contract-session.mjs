// Starts a server to test a contract against, and runs a session that calls every operation at least once.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'

/** @typedef {import('openapi-types').OpenAPIV3_1.Document} Document */
/** @typedef {Record<string, any>} Json */

const CLI = resolve(import.meta.dirname, '../dist/cli.js')

/** Operations that need a query. */
const SEARCHES = new Set(['searchMembers', 'searchCampaigns'])

/** The list of the journey. */
const JOURNEY_LIST = 'dddddddddd'

/** Operations that the session cannot call with success, since no order of its calls leads to the states of all of them. */
export const REFUSED = {
  createAutomation: 'The list of the example has no store.',
  pauseCampaign: 'Only RSS campaigns can be paused.',
  resumeCampaign: 'Only RSS campaigns can be resumed.',
  scheduleCampaign: 'The campaign was sent.',
  unscheduleCampaign: 'The campaign was sent.',
  cancelCampaignSend: 'The plan of the account does not include it.',
  createCampaignResend: 'Nobody is left who has not opened it.',
}

/** Starts the built server on a free port. @returns {Promise<{ url: string, stop: () => Promise<void>, log: () => string }>} */
export async function startServer() {
  const server = spawn(process.execPath, [CLI, 'serve', '--port', '0', '--clock', 'frozen', '--log', 'json'])
  const ended = once(server, 'exit')
  let log = ''
  server.stderr.on('data', (data) => void (log += data))
  const url = await new Promise((found, failed) => {
    server.stdout.on('data', (data) => {
      log = (log + data).slice(-1_000_000)
      const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(log) ?? []
      if (address) found(address)
    })
    void ended.then(() => failed(new Error(`The server ended before it listened:\n${log}`)))
  })
  const stop = async () => {
    server.kill()
    await ended
  }
  return { url, stop, log: () => log }
}

/** A world with reports, conversations and complaints that accepts only its own key. @param {string} url @param {string} [id] */
export async function makeWorld(url, id = 'contract') {
  const control = caller(`${url}/_control`, {})
  const settings = {
    connections: 0,
    webhooks: { mode: 'record', validation: 'off' },
    exports: { interval: 'PT0S' },
    authorized_apps: { link: 'on' },
  }
  const seed = 'contract'
  const key = `${id.replaceAll('-', '')}-dc1`
  const steps = [{ id: 3, emails: [{ subject_line: 'Happy birthday' }] }]
  const scenario_inline = {
    name: seed,
    description: 'The newsletter with a journey.',
    extends: 'newsletter',
    journeys: [{ id: 7, list: JOURNEY_LIST, name: 'After an order', steps }],
  }
  const wish = { id, scenario_inline, seed, api_key: key, credentials: 'known', settings }
  const { status, body: world } = await control('POST', '/worlds', wish)
  if (status !== 201) throw new Error(JSON.stringify(world))
  return {
    world,
    base: `${world.base_url}/3.0`,
    key,
    oauth: world.oauth,
    control: caller(`${url}/_control/worlds/${id}`, {}),
  }
}

/** @param {string} base @param {Record<string, string>} headers */
export function caller(base, headers) {
  /** @param {string} method @param {string} path @param {Json} [body] */
  return async (method, path, body) => {
    const response = await fetch(base + path, {
      method,
      headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') && text !== ''
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : undefined }
  }
}

/**
 * What a session has done, so that it can be repeated in a world with the same seed: a call of an operation with the status of its answer,
 * or a call of the control API below the world.
 * @typedef {{ operation: string, tag: string, method: string, path: Record<string, string>, query: Json, body: Json | undefined, status: number }
 *   | { control: string, body: Json | undefined }} Step
 */

/**
 * Calls every operation of the service's contract with its example body, following links in responses to find ids for paths.
 * Returns the result of each call, all steps, and a value for each parameter of each path.
 * @param {Document} document @param {string} base @param {Awaited<ReturnType<typeof makeWorld>>} world
 * @param {{ readonly deletes?: boolean }} [options] whether created resources are deleted in the end
 */
export async function session(document, base, { control: callControl, key, oauth }, { deletes = true } = {}) {
  /** @type {Step[]} */
  const steps = []
  /** @type {typeof callControl} */
  const control = async (method, path, body) => {
    if (method !== 'GET') steps.push({ control: path, body })
    return callControl(method, path, body)
  }
  const call = caller(base, { authorization: `Basic ${btoa(`any:${key}`)}` })
  const operations = operationsOf(document).filter(({ rank }) => deletes || rank < FIRST_DELETE)
  const byId = new Map(operations.map((each) => [each.id, each]))
  /** Values of path parameters, by the path up to them. @type {Map<string, string>} */
  const ids = new Map([
    ['/customer-journeys/journeys/{journey_id}', '7'],
    ['/customer-journeys/journeys/{journey_id}/steps/{step_id}', '3'],
  ])
  /** @type {{ id: string, line: string, status: number, violations: string | null, detail: string }[]} */
  const calls = []

  let waiting = operations
  while (waiting.length > 0) {
    const reachable = waiting.filter(({ path }) => placesIn(path).every((place) => ids.has(place)))
    const [next] = reachable.toSorted((a, b) => a.rank - b.rank)
    if (!next) break
    waiting = waiting.filter((each) => each !== next)
    await perform(next)
  }
  for (const { id, method, path } of waiting)
    calls.push({ id, line: `${method} ${path}`, status: 0, violations: null, detail: 'No answer has led there.' })
  return { calls, ids, steps }

  /** @param {Operation} operation */
  async function perform({ id, tag, method, path, example, links }) {
    const values = Object.fromEntries(placesIn(path).map((place) => [nameOf(place), ids.get(place) ?? '']))
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name] ?? ''))
    const body = await bodyOf(id, example)
    const query = SEARCHES.has(id) ? { query: 'ada' } : {}
    const line = `${method} ${filled}${SEARCHES.has(id) ? `?${new URLSearchParams(query)}` : ''}`
    const answer = await call(method, line.slice(method.length + 1), body)
    steps.push({ operation: id, tag, method, path: values, query, body, status: answer.status })
    const violations = answer.headers.get('sl-violations')
    calls.push({ id, line, status: answer.status, violations, detail: JSON.stringify(answer.body) })
    if (answer.status < 300) learn(links, filled, path, answer.body)
    if (answer.status === 200) await goOn(id, answer.body)
    // Until the campaign has gone out.
    if (id === 'sendCampaign') await control('POST', '/clock/advance', { by: 'PT1M' })
  }

  /** Ids that links do not contain, and actions outside the API. @param {string} id @param {Json} answer */
  async function goOn(id, answer) {
    if (id === 'createList') ids.set('/audiences/{audience_id}', answer.id)
    if (id === 'addVerifiedDomain') ids.set('/verified-domains/{domain_name}', answer.domain)
    if (id === 'addSegmentMember') ids.set('/lists/{list_id}/segments/{segment_id}/members/{subscriber_hash}', answer.id)
    // The list of the campaign needs somebody who does not complain.
    if (id === 'createCampaign') {
      const lena = { list_id: answer.recipients.list_id, email_address: 'lena@acme.test' }
      await trigger('member.subscribe', lena)
    }
    if (id === 'publishSurvey') {
      ids.set(SURVEY, answer.id)
      const answers = Object.fromEntries(answer.questions.map((/** @type {string} */ question) => [question, 'Straw']))
      ids.set(`${SURVEY}/questions/{question_id}`, answer.questions[0])
      await trigger('survey.answer', { survey_id: answer.id, answers })
    }
    if (id === 'getSurveyResponses') ids.set(`${SURVEY}/responses/{response_id}`, answer.responses[0].response_id)
    if (id === 'addToAutomationQueue') ids.set(`${AUTOMATION_EMAIL}/queue/{subscriber_hash}`, answer.id)
    if (id === 'removeSubscriber') ids.set('/automations/{workflow_id}/removed-subscribers/{subscriber_hash}', answer.id)
    if (id === 'addMember') await makeAutomation(answer.list_id)
    if (id === 'addMember') {
      await trigger('member.subscribe', { list_id: answer.list_id, email_address: LEAVING })
      const { id: campaign_id } = await trigger('campaign.send', { list_id: answer.list_id, subject_line: 'News' })
      ids.set('/reports/{campaign_id}', campaign_id)
      const { list_id, email_address } = answer
      await trigger('conversation.reply', { campaign_id, email_address, message: 'Nice' })
      await trigger('campaign.open', { campaign_id, email_address })
      await trigger('campaign.click', { campaign_id, email_address, url: 'https://acme.test/' })
      await trigger('member.complain', { list_id, email_address, campaign_id })
      await trigger('member.unsubscribe', { list_id, email_address: LEAVING, campaign_id })
    }
  }

  /** Makes a paused automation, and the members for its queue. @param {string} list_id */
  async function makeAutomation(list_id) {
    for (const email_address of [QUEUED, REMOVED]) await trigger('member.subscribe', { list_id, email_address })
    const emails = [
      { id: 'fa00000001', subject_line: 'Welcome', text: 'Welcome!', from_name: 'Acme', reply_to: 'news@acme.test' },
    ]
    await trigger('automation.create', { id: 'fa00000000', list_id, workflow_type: 'singleWelcome', status: 'paused', emails })
    ids.set('/automations/{workflow_id}', 'fa00000000')
    ids.set(AUTOMATION_EMAIL, 'fa00000001')
  }

  /** @param {string} name @param {Json} given */
  async function trigger(name, given) {
    const { status, body } = await control('POST', '/triggers', { trigger: name, ...given })
    if (status !== 200) throw new Error(`${name}: ${JSON.stringify(body)}`)
    return body.events.find((/** @type {Json} */ { id }) => id) ?? {}
  }

  /**
   * Stores the values that links of a response fill into paths. @param {Json} links @param {string} filled @param {string} path
   * @param {Json} answer
   */
  function learn(links, filled, path, answer) {
    const sent = new Map(
      placesIn(path).map((place) => [nameOf(place), decodeURIComponent(filled.split('/')[place.split('/').length - 1] ?? '')]),
    )
    for (const { operationId, parameters = {} } of Object.values(links)) {
      const target = byId.get(operationId)
      const values = placesIn(target?.path ?? '').map((place) => [
        place,
        valueOf(parameters[`path.${nameOf(place)}`], sent, answer),
      ])
      if (values.some(([, value]) => value === undefined)) continue
      // The values of one link belong together; known ones stay.
      if (values.slice(0, -1).some(([place, value]) => ids.has(place) && ids.get(place) !== value)) continue
      for (const [place, value] of values) if (!ids.has(place)) ids.set(place, value)
    }
  }

  /** @param {string} id @param {Json | undefined} example @returns {Promise<Json | undefined>} */
  async function bodyOf(id, example) {
    const list_id = ids.get('/lists/{list_id}')
    if (id === 'linkApp') return { client_id: oauth.client_id, client_secret: oauth.client_secret }
    if (id === 'createCampaign') return { ...example, recipients: { list_id } }
    if (id === 'addToAutomationQueue') return { email_address: QUEUED }
    if (id === 'removeSubscriber') return { email_address: REMOVED }
    if (id === 'createLandingPage' || id === 'createStore') return { ...example, list_id }
    // The product, cart and order of the examples have the things of these examples already.
    if (id === 'createProductVariant' || id === 'createProductImage' || id === 'createCartLine' || id === 'createOrderLine')
      return { ...example, id: 'another' }
    if (id === 'triggerJourneyStep') {
      const { body } = await call('GET', `/lists/${JOURNEY_LIST}/members?status=subscribed&count=1`)
      return { email_address: body.members[0].email_address }
    }
    if (id === 'createTemplate') return { ...example, folder_id: ids.get('/template-folders/{folder_id}') }
    if (id === 'addMember') return { ...example, email_address: 'grace@acme.test' }
    if (id === 'createContact') return { email_channel: { email: 'lin@acme.test' } }
    if (id === 'createSegment') return { name: 'By hand', static_segment: [] }
    if (id === 'verifyDomain') {
      const { body } = await control('GET', '/emails?kind=domain_verification')
      return { code: body.emails.at(-1).code }
    }
    return example
  }
}

/** @typedef {{ id: string, tag: string, method: string, path: string, rank: number, example: Json | undefined, links: Json }} Operation */

/** @param {Document} document @returns {Operation[]} */
function operationsOf(document) {
  return Object.entries(/** @type {Json} */ (document.paths)).flatMap(([path, item]) =>
    ['post', 'get', 'put', 'patch', 'delete'].flatMap((method) => {
      const operation = item[method]
      if (!operation) return []
      const { operationId: id, tags, requestBody, responses } = operation
      const success = Object.keys(responses).find((status) => status.startsWith('2'))
      const example = requestBody?.content['application/json']?.example
      return {
        id,
        tag: tags[0],
        method: method.toUpperCase(),
        path,
        rank: rankOf(method, path),
        example,
        links: responses[success ?? '']?.links ?? {},
      }
    }),
  )
}

/** An email of an automation, and the members whom the session puts into its queue and removes. */
const AUTOMATION_EMAIL = '/automations/{workflow_id}/emails/{workflow_email_id}'
/** The report of a survey. */
const SURVEY = '/reporting/surveys/{survey_id}'
const QUEUED = 'max@acme.test'
const REMOVED = 'nora@acme.test'

/** A member whom a campaign makes leave. */
const LEAVING = 'leo@acme.test'

/** The lowest rank of deleting operations. */
const FIRST_DELETE = 100

/**
 * Creating operations come first, outer resources before inner ones; deleting operations last, inner resources first. @param
 * {string} method
 * @param {string} path
 */
function rankOf(method, path) {
  const depth = path.split('/').length
  if (method === 'delete') return FIRST_DELETE + 20 - depth
  // A member is archived before it is permanently deleted, and its list after that.
  if (path.endsWith('/delete-permanent')) return FIRST_DELETE + 23 - depth
  if (path.endsWith('/forget')) return FIRST_DELETE
  // Nothing of an archived automation can change.
  if (path.startsWith('/automations') && path.endsWith('/actions/archive')) return FIRST_DELETE + 30
  if (path.includes('/actions/')) return 50 + path.length / 100
  return method === 'post'
    ? path === '/landing-pages' || path === '/campaigns' || path.endsWith('/carts') || path.endsWith('/orders')
      ? 10
      : depth
    : method === 'get'
      ? 20 + depth
      : 40
}

/** Each parameter of a path, with the path up to it. @param {string} path */
function placesIn(path) {
  return [...path.matchAll(/\{\w+\}/g)].map(({ 0: found, index }) => path.slice(0, index + found.length))
}

/** @param {string} place */
function nameOf(place) {
  return place.slice(place.lastIndexOf('{') + 1, -1)
}

/** @param {string} expression @param {Map<string, string>} sent @param {Json} answer */
function valueOf(expression, sent, answer) {
  if (expression?.startsWith('$request.path.')) return sent.get(expression.slice('$request.path.'.length))
  const found = expression
    ?.slice('$response.body#/'.length)
    .split('/')
    .reduce((/** @type {any} */ at, key) => at?.[key], answer)
  return found === undefined ? undefined : String(found)
}
