import type { Tx } from '../world/tx.ts'
import { batchWebhookPreparations } from './batch-webhooks/prepare.ts'
import type { Outside, Preparations } from './preparation.ts'
import { webhookPreparations } from './webhooks/prepare.ts'

/** The few operations that have to ask the world outside before they run. */
const preparations: Preparations = { ...webhookPreparations, ...batchWebhookPreparations }

/** Whether an operation asks the world outside before it runs. */
export function asksOutside(id: string): boolean {
  return Object.hasOwn(preparations, id)
}

/** The call of an operation whose parts have been checked. */
export interface UnpreparedCall {
  readonly tx: Tx
  readonly path: { readonly [parameter: string]: string }
  readonly body: unknown
  readonly outside: Outside
}

/** Begins what has to be found out before an operation runs; nothing for most. It may refuse the call already. */
export function prepare(id: string, call: UnpreparedCall): Promise<unknown> | undefined {
  const preparation = (preparations as { readonly [id: string]: (call: never) => Promise<unknown> | undefined })[id]
  return preparation?.(call as never)
}
