import { routes } from '../../../src/kernel/contract/service.ts'
import type { Tx } from '../../../src/kernel/world/tx.ts'
import type { Dice } from '../dice.ts'
import { pathOf } from '../paths.ts'
import { audienceBodies } from './audience.ts'
import type { Bodies } from './bodies.ts'
import { contactBodies } from './contacts.ts'
import { contentBodies } from './content.ts'

const BODIES: Bodies = {
  ...audienceBodies,
  ...contactBodies,
  ...contentBodies,
  createBatch: () => ({ operations: [{ method: 'GET', path: '/ping' }] }),
}
const PARAMS = [{}, {}, { count: 3 }, { fields: ['total_items', 'lists.id'] }, { count: 'few' }, { offset: 1, x: null }]

function operation(tx: Tx, dice: Dice): object {
  const route = dice.oneOf(routes.filter(({ method }) => method !== 'DELETE'))
  const body = BODIES[route.id]?.(dice, tx)
  const path = pathOf(tx, route, dice)
  return {
    method: dice.oneOf([route.method, route.method, route.method.toLowerCase()]),
    path: dice.oneOf([path, path.slice(1) || '/', `/3.0${path}`]),
    params: dice.oneOf(PARAMS),
    body: dice.often(95) && body !== undefined ? JSON.stringify(body) : body,
    ...(dice.often(50) ? { operation_id: `operation ${dice.upTo(100)}` } : {}),
  }
}

/** Batches. Some are invalid as a whole; more contain invalid operations. */
export const batchBodies: Bodies = {
  createBatch: (dice, tx) => ({
    operations: [
      ...Array.from({ length: dice.upTo(8) }, () => operation(tx, dice)),
      ...(dice.often(10) ? [dice.oneOf<unknown>([{ method: 'DELETE', path: '/lists' }, { method: 'GET' }, 'GET /lists'])] : []),
    ],
  }),
}
