import { mock, type Body } from '../mock.ts'

const ORIGIN = 'http://maildouble.test'

type Fields = Readonly<Record<string, string>>

/** The response: a page, JSON, or a redirect. */
export interface PublicResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The target of a redirect; `undefined` without one. */
  readonly to: URL | undefined
}

/** A double with a registered application. `base` is the world's URL from the control API. */
export function oauthApplication(plan: Parameters<typeof mock>[0] = {}) {
  const double = mock(plan)

  async function send(path: string, init: RequestInit = {}): Promise<PublicResponse> {
    await double.ready
    const response = await double.app.request(path.startsWith('http') ? path : ORIGIN + path, init)
    const text = await response.text()
    if (response.headers.has('x-maildouble-defect')) throw new Error(double.defects.at(-1) ?? text)
    const location = response.headers.get('location')
    return { status: response.status, headers: response.headers, text, to: location === null ? undefined : new URL(location) }
  }

  const world = async (id = 'default'): Promise<Body> => (await double.call(`GET /_control/worlds/${id}`)).body

  /** The authorization parameters, with defaults. */
  const usual = async (): Promise<Fields> => {
    const { client_id, redirect_uri } = (await world()).oauth
    return { response_type: 'code', client_id, redirect_uri, state: 'xyz' }
  }

  /** Requests as the user's browser would; an empty value omits a parameter. */
  async function ask(changes: Fields = {}, base = ''): Promise<PublicResponse> {
    return send(`${base}/oauth2/authorize?${parameters({ ...(await usual()), ...changes })}`)
  }

  /** Posts a form. */
  function post(path: string, fields: Fields | string, headers: Fields = {}): Promise<PublicResponse> {
    const body = typeof fields === 'string' ? fields : parameters(fields)
    return send(path, { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers }, body })
  }

  /** Presses a button of a page, optionally after changing its form. */
  const press = (page: PublicResponse, decision: string, changes: Fields = {}, headers: Fields = {}, base = '') =>
    post(`${base}/oauth2/authorize`, { ...fieldsOf(page), decision, ...changes }, headers)

  /** Requests, approves and returns the code. */
  async function code(changes: Fields = {}, base = ''): Promise<string> {
    const { to } = await press(await ask(changes, base), 'approve', {}, {}, base)
    return to?.searchParams.get('code') ?? ''
  }

  /** Exchanges a code, with the credentials of the world's own application by default. */
  async function exchange(changes: Fields = {}, headers: Fields = {}, base = '') {
    const { client_id, client_secret, redirect_uri } = (await world()).oauth
    const usually = { grant_type: 'authorization_code', client_id, client_secret, redirect_uri }
    return answer(await post(`${base}/oauth2/token`, { ...usually, ...changes }, headers))
  }

  /** Runs the whole flow and returns the token. */
  const token = async (): Promise<string> => (await exchange({ code: await code() })).body.access_token

  const metadata = async (authorization: string, base = '') =>
    answer(await send(`${base}/oauth2/metadata`, { headers: { authorization } }))

  return { ...double, send, world, usual, ask, post, press, code, exchange, token, metadata }
}

/** The hidden fields of a page's form, as a browser reads them. */
export function fieldsOf({ text }: PublicResponse): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const [, name = '', value = ''] of text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g))
    fields[name] = unescaped(value)
  return fields
}

function unescaped(text: string): string {
  const entities: Record<string, string> = { '&quot;': '"', '&#39;': "'", '&lt;': '<', '&gt;': '>', '&amp;': '&' }
  return text.replace(/&(?:quot|#39|lt|gt|amp);/g, (entity) => entities[entity] ?? entity)
}

function answer({ text, ...came }: PublicResponse): Omit<PublicResponse, 'text'> & { readonly body: Body } {
  return { ...came, body: JSON.parse(text) }
}

function parameters(fields: Fields): string {
  return String(new URLSearchParams(Object.entries(fields).filter(([, value]) => value !== '')))
}
