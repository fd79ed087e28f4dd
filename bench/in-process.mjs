// The parts of the server that in-process benchmarks need: all but the socket, and ways to schedule jobs.
export { makeBatch } from '../src/resources/batches/operations.ts'
export { buildWorld } from '../src/scenarios/scenarios.ts'
export { assemble } from '../src/server/double.ts'
export { planStep } from '../src/triggers/step.ts'
export { openValkeyStore } from '../src/persistence/valkey/valkey-store.ts'
