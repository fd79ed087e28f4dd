import type { ReadTx } from '../../../kernel/world/tx.ts'
import type { PathCall } from '../../model/path-call.ts'
import { refuseReadOnly, storeOrThrow } from '../../model/stores/store.ts'

/** Checks the path of a call below stores, from left to right: `find` throws a 404 if the rest of the path names nothing. */
export function checkStorePath(tx: ReadTx, call: PathCall, find: (store_id: string) => void = () => {}): void {
  const { store_id } = call.path
  if (store_id === undefined) return
  const store = storeOrThrow(tx, store_id)
  find(store.id)
  if (call.method !== 'GET') refuseReadOnly(store)
}
