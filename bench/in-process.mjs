// What bench/batch-side.mjs needs of the server: all of it but the socket.
export { buildWorld } from '../src/scenarios/scenarios.ts'
export { assemble } from '../src/server/double.ts'
