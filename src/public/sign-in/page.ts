import { html } from 'hono/html'
import type { accountOf } from '../../resources/root/account.ts'
import type { AuthorizationRequest } from './request.ts'
import type { Reply } from '../../support/reply.ts'
import { ownPage } from '../pages/layout.ts'

/** What the page shows of the account. */
type Account = Pick<ReturnType<typeof accountOf>, 'account_name' | 'username' | 'email'>

/** The page on which the user logs in and decides. */
export function approvalPage({ client, state, challenge }: AuthorizationRequest, account: Account, seal: string): Promise<Reply> {
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
export function signInErrorPage(status: number, reason: string): Promise<Reply> {
  const main = html`<h1>This sign-in cannot continue</h1>
    <p>${reason}</p>
    <p>You are not redirected. Go back to the application and start again there.</p>
    <p class="quiet">GET /_control/worlds shows the client_id and the redirect_uri of each world.</p>`
  return ownPage(status, 'This sign-in cannot continue', main)
}
