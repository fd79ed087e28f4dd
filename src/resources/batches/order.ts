import type { Schemas } from '../../contract/service.ts'
import type { Settings } from '../../world/world.ts'
import { defineTable } from '../../world/table.ts'
import { errors } from '../errors.ts'

/** An operation as it was handed in. */
export type HandedIn = Schemas['BatchOperation']

/** What a batch is to do. It stays as it was handed in until the batch is finished: ten thousand rows would take longer to make than to run. */
export interface BatchOrderRow {
  readonly seq: number
  readonly batch_id: string
  readonly operations: readonly HandedIn[]
}

export const batchOrders = defineTable<BatchOrderRow>()('batch_orders', { key: ['batch_id'] })

/** Refuses operations of which one has a method that operations cannot have. */
export function checkMethods(operations: readonly HandedIn[], { batch }: Settings): void {
  const methods = batch.delete_operations === 'on' ? [...METHODS, 'DELETE'] : METHODS
  const place = operations.findIndex(({ method }) => !methods.includes(method.toUpperCase()))
  if (place === -1) return
  throw errors.invalid({ field: `operations.${place}.method`, message: `Value must be one of: ${methods.join(', ')}.` })
}

const METHODS: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH']
