// The parts of the server that in-process benchmarks need: all but the socket, and ways to schedule jobs.
export { makeBatch } from '../src/service/rules/batches/make.ts'
export { buildWorld } from '../src/service/scenarios/scenarios.ts'
export { assemble } from '../src/kit/double/double.ts'
export { planStep } from '../src/service/triggers/shopping.ts'
export { openValkeyStore } from '../src/server/persistence/valkey/valkey-store.ts'
