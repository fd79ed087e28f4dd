import { giveCode } from '../resources/oauth/approve.ts'
import { errors } from '../resources/errors.ts'
import { codes } from '../resources/oauth/code.ts'
import { accountOf } from '../resources/root/account.ts'
import { decodePercent } from '../support/percent.ts'
import { ApiError } from '../world/errors.ts'
import { peek, type Tx } from '../world/tx.ts'
import { clientIn, readAsking, REFUSED, wayBack, type Asking } from './asking.ts'
import { filled, readFields, type Fields } from './fields.ts'
import type { PublicOperations } from './operation.ts'
import type { Reply } from '../support/reply.ts'
import { redirect } from './reply.ts'
import { isFromOwnPage } from './same-origin.ts'
import { sealedPage, sealOf } from './seal.ts'
import { approvalPage, deadEndPage } from './sign-in-page.ts'

export const signInOperations = {
  authorize({ call, request, cell, run }) {
    return orDeadEnd(async () => {
      const look = (tx: Tx) => ({ asking: readAsking(tx, readFields(call.search)), account: accountOf(tx) })
      const { asking, account } = peek(cell.world, look)
      if (asking.wrong) return redirect(wayBack(asking, asking.wrong))
      if (cell.world.settings.oauth.approve === 'page')
        return approvalPage(asking, account, sealOf(cell, request, subjectOf(asking)))
      const { code } = await run((tx) => giveCode(tx, asking.client, asking))
      return redirect(wayBack(asking, { code }))
    })
  },

  decide({ call, cell, form: values, repeated, run }) {
    const form: Fields = { values, repeated }
    return orDeadEnd(async () => {
      if (!isFromOwnPage(call, cell.world.base_url)) throw errors.forbidden('The form was sent by a page of another site.')
      // Nothing that the page holds is trusted: whoever sent the form may have changed it.
      const asking = peek(cell.world, (tx) => readDecided(tx, form))
      const page = sealedPage(cell, subjectOf(asking), filled(form, 'page') ?? '')
      if (page === undefined) throw errors.badRequest('The page that this form is from is too old, or not one of this sign-in.')
      const decision = filled(form, 'decision')
      if (decision === 'refuse') return redirect(wayBack(asking, REFUSED))
      if (decision !== 'approve') throw errors.badRequest('The form does not say whether the user approves or refuses.')
      const { code } = await run((tx) => giveCodeOnce(tx, asking, page))
      return redirect(wayBack(asking, { code }))
    })
  },
} satisfies Partial<PublicOperations>

function readDecided(tx: Tx, form: Fields): Asking {
  if (accountOf(tx).disabled) throw errors.disabled()
  const state = filled(form, 'state')
  return {
    client: clientIn(tx, form),
    state: state === undefined ? undefined : decodePercent(state),
    challenge: filled(form, 'code_challenge'),
  }
}

/** Whoever goes back to a page and approves again gets no second code. */
function giveCodeOnce(tx: Tx, { client, challenge }: Asking, page: string) {
  if (tx.first(codes.byPage, { page })) throw errors.badRequest('The page that this form is from was used before.')
  return giveCode(tx, client, { page, challenge })
}

/** What a page was made for. */
function subjectOf({ client, state, challenge }: Asking): readonly string[] {
  return [
    client.client_id,
    client.redirect_uri,
    ...(state === undefined ? [] : [`state ${state}`]),
    ...(challenge === undefined ? [] : [`challenge ${challenge}`]),
  ]
}

/** What is refused is shown to the user, who cannot be sent back. */
async function orDeadEnd(answer: () => Promise<Reply>): Promise<Reply> {
  try {
    return await answer()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return deadEndPage(error.word === 'BadRequest' ? 400 : 403, error.refusal.detail)
  }
}
