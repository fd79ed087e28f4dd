import type { Operations } from '../../rules/requests/operation.ts'
import { accountView } from '../../rules/root/account.ts'

export const rootOperations = {
  getRoot({ tx }) {
    return accountView(tx)
  },

  ping() {
    return { health_status: 'ok' }
  },
} satisfies Partial<Operations>
