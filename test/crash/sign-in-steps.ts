import { exactly, type Claims } from './claim.ts'
import type { WorkerStep } from './step.ts'
import type { Worker } from './worker.ts'

/** Applications that sign in. */
export const signInSteps: readonly WorkerStep[] = [{ often: 2, take: signIn }]

/** Approves an application and exchanges its code for a token, once. */
async function signIn(worker: Worker): Promise<void> {
  const { client_id, client_secret, redirect_uri } = worker.access.oauth
  const approval = await worker.control('POST /triggers', { trigger: 'oauth.approve', client_id, redirect_uri })
  if (approval.status >= 400) return worker.report(`the sign-in could not be approved: ${JSON.stringify(approval.body)}`)
  const { code } = approval.body
  const form = { grant_type: 'authorization_code', client_id, client_secret, redirect_uri, code }
  const issued = oneMore(worker)
  worker.code = form
  const { status, body } = await worker.take('sign in', { ifAnswered: () => issued, ifUnanswered: issued }, () =>
    worker.line.call(lineOf(worker), new URLSearchParams(form)),
  )
  worker.code = undefined
  if (status !== 200) return worker.report(`a code was worth nothing: ${status} ${JSON.stringify(body)}`)
  worker.ledger.books.tokens.add(body.access_token)
  worker.spent.push(form)
}

const lineOf = ({ access }: Worker): string => `POST /_worlds/${access.id}/oauth2/token`

/** The expected number of tokens after another one was issued. */
function oneMore({ ledger }: Worker): Claims {
  const claim = ledger.books.claims.get('tokens')
  return new Map([['tokens', exactly({ issued: claim?.is === 'exactly' ? claim.body.issued + 1 : 1 })]])
}

/** Checks that tokens still work and that invalid ones do not. */
export async function checkTokens(worker: Worker): Promise<void> {
  await spendAgain(worker)
  const { tokens } = worker.ledger.books
  const opens = async (token: string): Promise<number> => (await worker.line.call('GET /3.0/ping', undefined, token)).status
  for (const token of [...tokens].slice(-3))
    if ((await opens(token)) !== 200) worker.report(`a token of ${worker.access.id} opens nothing any more`)
  // A token issued without a response may be the same one again.
  const known = worker.ledger.books.claims.get('tokens')
  if (known?.is !== 'exactly' || known.body.issued !== tokens.size) return
  for (const token of [...worker.lost].slice(-3))
    if (!tokens.has(token) && (await opens(token)) !== 401)
      worker.report(`a token of ${worker.access.id} opens it that was taken back`)
}

/** A code can be exchanged once. One sent without a response may have been used. */
async function spendAgain(worker: Worker): Promise<void> {
  const line = lineOf(worker)
  const form = worker.code
  if (form) {
    const { status, body } = await worker.line.call(line, new URLSearchParams(form))
    worker.code = undefined
    // If it was already used, its token is unknown.
    if (status === 200) {
      worker.ledger.books.tokens.add(body.access_token)
      worker.ledger.acknowledge(oneMore(worker))
    }
    worker.spent.push(form)
  }
  const spent = worker.spent.at(-1)
  if (!spent) return
  const { status } = await worker.line.call(line, new URLSearchParams(spent))
  if (status === 200) worker.report(`a code of ${worker.access.id} was worth a second token`)
}
