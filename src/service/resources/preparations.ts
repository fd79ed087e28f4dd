import type { Tx } from '../../kernel/world/tx.ts'
import { manifests } from './index.ts'
import type { Outbound, Preparations } from './preparation.ts'

/** The few operations that call other servers before they run. */
const preparations: Preparations = Object.assign({}, ...manifests.map((each) => each.preparations))

/** Whether an operation calls other servers before it runs. */
export function needsOutbound(id: string): boolean {
  return Object.hasOwn(preparations, id)
}

/** A checked call of an operation. */
export interface UnpreparedCall {
  readonly tx: Tx
  readonly path: { readonly [parameter: string]: string }
  readonly body: unknown
  readonly outbound: Outbound
}

/** Starts the preparation of an operation, if it has one. May already reject the call. */
export function prepare(id: string, call: UnpreparedCall): Promise<unknown> | undefined {
  const preparation = (preparations as { readonly [id: string]: (call: never) => Promise<unknown> | undefined })[id]
  return preparation?.(call as never)
}
