import { html } from 'hono/html'
import { readHeader, type HttpCall, isOwnOrigin, parseOrigin } from '../../http/request.ts'
import { errors } from '../../../service/model/errors.ts'
import { issueCode, USER_REFUSED } from '../../../service/rules/oauth/exchange.ts'
import { codes } from '../../../service/model/oauth/token.ts'
import { readAccount } from '../../../service/model/root/account.ts'
import type { RequestIdentity, WorldHandle } from '../../runtime/world-handle.ts'
import { hmac } from '../../../kernel/support/digest.ts'
import { decodePercent } from '../../../kernel/support/percent.ts'
import type { Reply } from '../../../kernel/support/reply.ts'
import { ApiError } from '../../../kernel/world/errors.ts'
import { type ReadTx, type Tx, peek } from '../../../kernel/world/tx.ts'
import { fieldValue, type FormFields, readFields } from '../fields.ts'
import type { PublicOperations } from '../operation.ts'
import { ownPage } from '../pages/layout.ts'
import { redirect } from '../reply.ts'
import { type AuthorizationRequest, clientIn, readAuthorizationRequest, redirectUrl } from './request.ts'

/**
 * Whether a form was sent by a page of this server: same scheme, host and port. Browsers state the sender, and pages can't change
 * that; other programs state nothing.
 */
function isFromOwnPage(call: HttpCall, base_url: string): boolean {
  const site = readHeader(call, 'sec-fetch-site')
  if (site !== undefined) return site === 'same-origin'
  const origin = readHeader(call, 'origin')
  return origin === undefined || isOwnOrigin(origin, call, [parseOrigin(base_url)])
}

/** How long a page can be used, on the clock of its world. */
const PAGE_MS = 600_000

/**
 * The CSRF token of a page: its expiry, its id, and a digest of both and of the request it was made for. The id is that of the
 * answered request, so no two pages share one, even across processes.
 */
function issueCsrfToken(handle: WorldHandle, { id: page, number }: RequestIdentity, subject: readonly string[]): string {
  const until = String(handle.world.clock.now + PAGE_MS)
  const seal = [until, page, digest(handle, subject, until, page)].join('.')
  handle.log.csrfTokens.add(number, seal)
  return seal
}

/** The page of a CSRF token. Returns `undefined` if the token has expired, was made for another request, or is forged. */
function pageOfToken(handle: WorldHandle, subject: readonly string[], seal: string): string | undefined {
  const [until = '', page = '', sum] = seal.split('.')
  const isOurs = sum === digest(handle, subject, until, page)
  return isOurs && handle.world.clock.now < Number(until) ? page : undefined
}

/** The epoch invalidates pages from before a reset. */
function digest({ world, epoch }: WorldHandle, subject: readonly string[], until: string, page: string): string {
  return hmac(hmac(`${world.seed}/${world.id}`, 'page'), JSON.stringify([epoch, until, page, ...subject]))
}

export const signInOperations = {
  authorize({ call, request, handle, run }) {
    return orErrorPage(async () => {
      const read = (tx: ReadTx) => ({
        requested: readAuthorizationRequest(tx, readFields(call.search)),
        account: readAccount(tx),
      })
      const { requested, account } = peek(handle.world, read)
      if (requested.wrong) return redirect(redirectUrl(requested, requested.wrong))
      if (handle.world.settings.oauth.approve === 'page')
        return approvalPage(requested, account, issueCsrfToken(handle, request, listRequestParts(requested)))
      const { code } = await run((tx) => issueCode(tx, requested.client, requested))
      return redirect(redirectUrl(requested, { code }))
    })
  },

  decide({ call, handle, form: values, repeated, run }) {
    const form: FormFields = { values, repeated }
    return orErrorPage(async () => {
      if (!isFromOwnPage(call, handle.world.base_url)) throw errors.forbidden('The form was sent by a page of another site.')
      // No field of the form is trusted, since its sender may have changed it.
      const requested = peek(handle.world, (tx) => readDecided(tx, form))
      const page = pageOfToken(handle, listRequestParts(requested), fieldValue(form, 'page') ?? '')
      if (page === undefined) throw errors.badRequest('The page of this form has expired, or belongs to another sign-in.')
      const decision = fieldValue(form, 'decision')
      if (decision === 'refuse') return redirect(redirectUrl(requested, USER_REFUSED))
      if (decision !== 'approve') throw errors.badRequest('The form does not say whether the user approves or refuses.')
      const { code } = await run((tx) => issueCodeOnce(tx, requested, page))
      return redirect(redirectUrl(requested, { code }))
    })
  },
} satisfies Partial<PublicOperations>

function readDecided(tx: ReadTx, form: FormFields): AuthorizationRequest {
  if (readAccount(tx).disabled) throw errors.disabled()
  const state = fieldValue(form, 'state')
  return {
    client: clientIn(tx, form),
    state: state === undefined ? undefined : decodePercent(state),
    challenge: fieldValue(form, 'code_challenge'),
  }
}

/** A user who goes back to the page and approves again gets no second code. */
function issueCodeOnce(tx: Tx, { client, challenge }: AuthorizationRequest, page: string) {
  if (tx.first(codes.byPage, { page })) throw errors.badRequest('The page of this form has already been used.')
  return issueCode(tx, client, { page, challenge })
}

/** The request that a page was made for. */
function listRequestParts({ client, state, challenge }: AuthorizationRequest): readonly string[] {
  return [
    client.client_id,
    client.redirect_uri,
    ...(state === undefined ? [] : [`state ${state}`]),
    ...(challenge === undefined ? [] : [`challenge ${challenge}`]),
  ]
}

/** Shows an error to the user, who can't be redirected. */
async function orErrorPage(answer: () => Promise<Reply>): Promise<Reply> {
  try {
    return await answer()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return signInErrorPage(error.word === 'BadRequest' ? 400 : 403, error.refusal.detail)
  }
}

/** What the page shows of the account. */
type Account = Pick<ReturnType<typeof readAccount>, 'account_name' | 'username' | 'email'>

/** The page on which the user logs in and decides. */
function approvalPage({ client, state, challenge }: AuthorizationRequest, account: Account, seal: string): Promise<Reply> {
  const { name, client_id, redirect_uri } = client
  // The state is encoded, since a browser would change line endings in a field.
  const main = html`<h1>${name} asks for access to ${account.account_name}</h1>
    <p>If you approve, it can read and change everything in this account until you take the approval back.</p>
    <dl>
      <div>
        <dt>You log in as</dt>
        <dd>${account.username} (${account.email})</dd>
      </div>
      <div>
        <dt>Application</dt>
        <dd>${name} (${client_id})</dd>
      </div>
      <div>
        <dt>You return to</dt>
        <dd>${redirect_uri}</dd>
      </div>
    </dl>
    <form method="post" action="authorize">
      <input type="hidden" name="client_id" value="${client_id}" />
      <input type="hidden" name="redirect_uri" value="${redirect_uri}" />
      ${state === undefined ? '' : html`<input type="hidden" name="state" value="${encodeURIComponent(state)}" />`}
      ${challenge === undefined ? '' : html`<input type="hidden" name="code_challenge" value="${challenge}" />`}
      <input type="hidden" name="page" value="${seal}" />
      <button name="decision" value="approve">Log in and approve</button>
      <button name="decision" value="refuse">Refuse</button>
    </form>
    <p class="quiet">This is a test double: no password is required.</p>`
  return ownPage(200, `Approve ${name}`, main)
}

/** The page for a user who can't be redirected. */
function signInErrorPage(status: number, reason: string): Promise<Reply> {
  const main = html`<h1>This sign-in cannot continue</h1>
    <p>${reason}</p>
    <p>You are not redirected. Go back to the application and start again there.</p>
    <p class="quiet">GET /_control/worlds shows the client_id and the redirect_uri of each world.</p>`
  return ownPage(status, 'This sign-in cannot continue', main)
}
