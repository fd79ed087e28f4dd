import { defineMachine } from '../../../kernel/world/machine.ts'
import { errors } from '../errors.ts'
import { codes, type CodeRow, tokens, type TokenRow } from './token.ts'
import { OauthRefusal } from './refusal.ts'

/** The state machine of a code. Expiry is not a move: it is computed from the clock. */
export const codeMachine = defineMachine<CodeRow, 'use' | 'revoke'>(codes, {
  name: 'authorization code',
  states: { issued: 'initial', used: 'reached', revoked: 'reached' },
  moves: {
    use: { from: ['issued'], to: 'used' },
    revoke: { from: ['issued'], to: 'revoked' },
  },
  refuse: ({ status }) =>
    new OauthRefusal(
      'invalid_grant',
      status === 'used' ? 'The code has already been used.' : 'The user has revoked the approval for which this code was issued.',
    ),
})

export const tokenMachine = defineMachine<TokenRow, 'revoke'>(tokens, {
  name: 'access token',
  states: { valid: 'initial', revoked: 'reached' },
  moves: { revoke: { from: ['valid'], to: 'revoked' } },
  refuse: () => errors.badRequest('The access token has already been revoked.'),
})
