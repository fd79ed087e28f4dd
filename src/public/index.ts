import { fileOperations } from './files.ts'
import type { PublicOperations } from './operation.ts'

/** The table of contents: one handler for each operation of the contract of public pages. A missing one does not compile. */
export const publicOperations: PublicOperations = { ...fileOperations }
