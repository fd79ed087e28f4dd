import { documents } from '../../src/kernel/contract/documents.ts'
import type { Body } from '../mock.ts'

const schemas: Body = (await documents.service()).components.schemas

/** The members that every answer with a schema of the contract has, in their order. */
export function requiredMembers(schema: string): readonly string[] {
  return schemas[schema].required
}
