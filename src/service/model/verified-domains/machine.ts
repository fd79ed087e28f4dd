import { defineMachine } from '../../../kernel/world/machine.ts'
import { errors } from '../errors.ts'
import { verifiedDomains, type VerifiedDomainRow } from './domain.ts'

export type VerifiedDomainMove = 'challenge' | 'verify'

/** The state machine of a domain. It can be challenged again until a challenge is answered. */
export const verifiedDomainMachine = defineMachine<VerifiedDomainRow, VerifiedDomainMove>(verifiedDomains, {
  name: 'verified domain',
  states: { pending: 'initial', verified: 'reached' },
  moves: {
    challenge: { from: ['pending'], to: 'pending' },
    verify: { from: ['pending'], to: 'verified' },
  },
  refuse: ({ domain }) => errors.badRequest(`${domain} is verified already.`),
})
