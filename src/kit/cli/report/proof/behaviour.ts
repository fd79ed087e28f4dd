import { version } from '../../../../kernel/contract/generated/version.ts'
import { catalogue } from '../../../../kernel/contract/generated/catalogue.ts'
import { documents } from '../../../../kernel/contract/documents.ts'
import { operationStatements } from './operations.ts'
import { schemaStatements, type Statements } from './schemas.ts'

/** The kinds of names that a version says something about, in the order of reports. */
export const BEHAVIOUR_KINDS = ['operations', 'schemas', 'errors', 'assumptions'] as const

export type BehaviourKind = (typeof BEHAVIOUR_KINDS)[number]

/**
 * What a version of maildouble says about the service, in texts that can be compared: by kind, name and place. Two versions behave alike
 * as far as the contract tells if their texts are equal. Descriptions are left out, since new words need not mean new behaviour.
 */
export type Behaviour = Readonly<Record<BehaviourKind, Readonly<Record<string, Statements>>>> & { readonly version: string }

/** The behaviour of this version. */
export async function currentBehaviour(): Promise<Behaviour> {
  const contracts = [await documents.service(), await documents.public()]
  return {
    version,
    operations: Object.assign({}, ...contracts.map(operationStatements)),
    schemas: Object.assign({}, ...contracts.map(schemaStatements)),
    errors: Object.fromEntries(
      catalogue.flatMap(({ word, status, title, when }) =>
        word === undefined ? [] : [[word, { status: String(status), title, when }]],
      ),
    ),
    assumptions: Object.fromEntries(
      contracts.flatMap((contract) =>
        Object.entries(contract['x-assumptions'] ?? {}).map(([id, { confidence, says }]) => [id, { confidence, says }]),
      ),
    ),
  }
}
