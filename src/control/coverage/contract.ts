import { documents, lenientDocuments } from '../../contract/documents.ts'
import type { ControlOperations } from '../context.ts'

export const contractOperations = {
  async getContract({ context, query: { contract = 'service', variant } }) {
    const document = await (variant === 'strict' ? documents : lenientDocuments)[contract]()
    const url = contract === 'service' ? `${context.publicUrl}/3.0` : context.publicUrl
    return { ...document, servers: [{ url, description: 'This server' }] }
  },
} satisfies Partial<ControlOperations>
