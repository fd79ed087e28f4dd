import type { Operations } from '../requests/operation.ts'
import { accountView } from './account.ts'

export const rootOperations = {
  getRoot({ tx }) {
    return accountView(tx)
  },

  ping() {
    return { health_status: 'ok' }
  },
} satisfies Partial<Operations>
