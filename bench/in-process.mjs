// What the benches that run in process need of the server: all of it but the socket, and ways to plant what is due later.
export { makeBatch } from '../src/resources/batches/operations.ts'
export { buildWorld } from '../src/scenarios/scenarios.ts'
export { assemble } from '../src/server/double.ts'
export { planStep } from '../src/triggers/step.ts'
export { openValkeyStore } from '../src/persistence/valkey/valkey-store.ts'
