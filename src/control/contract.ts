import { documents } from '../contract/documents.ts'
import type { ControlOperations } from './operation.ts'

export const contractOperations = {
  getContract: () => documents.service(),
} satisfies Partial<ControlOperations>
