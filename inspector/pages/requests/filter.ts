import type { QueryOf, ServiceOperation } from '../../../src/kit/client/contract.ts'
import type { Address } from '../../address.ts'

/** Which calls are listed: the filters of the control API. */
export type CallFilter = Pick<QueryOf<'getRequests'>, 'operation' | 'text' | 'status' | 'refused' | 'faulted'>

/** The filter in an address. The server refuses invalid filters. */
export function readCallFilter({ q, status, operation, refused, fault }: Address): CallFilter {
  return {
    ...(q ? { text: q } : {}),
    ...(status ? { status: status as NonNullable<CallFilter['status']> } : {}),
    ...(refused === '1' ? { refused: true } : {}),
    ...(fault === '1' ? { faulted: true } : {}),
    ...(operation ? { operation: operation as ServiceOperation } : {}),
  }
}

/** Whether a filter leaves any calls out. */
export function isFiltered(filter: CallFilter): boolean {
  return Object.keys(filter).length > 0
}
