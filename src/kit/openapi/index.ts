import type { Contract } from '../../kernel/contract/openapi.ts'
import { contractFrom } from '../../kernel/contract/documents.ts'
import controlFile from '../../kernel/contract/generated/control/openapi.json' with { type: 'json' }
import serviceFile from '../../kernel/contract/generated/service/openapi.json' with { type: 'json' }

export type { Contract } from '../../kernel/contract/openapi.ts'

/**
 * The contract of the service as an OpenAPI 3.1 document. It describes complete answers; `maildouble openapi` prints the
 * variant for calls with `fields` and `exclude_fields`. The result is a copy that the caller may change.
 *
 * @example
 * const addMember = service.paths['/lists/{list_id}/members']?.post
 */
export const service: Contract = structuredClone(contractFrom(serviceFile))

/**
 * The contract of the control API as an OpenAPI 3.1 document. The result is a copy that the caller may change.
 *
 * @example
 * const operations = Object.values(control.paths).flatMap((item) => item?.post?.operationId ?? [])
 */
export const control: Contract = structuredClone(contractFrom(controlFile))
