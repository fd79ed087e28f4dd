import type { PublicOperations } from './operation.ts'
import { text } from './reply.ts'

export const fileOperations = {
  getBatchArchive() {
    return text(404, 'There is no such batch.')
  },
} satisfies Partial<PublicOperations>
