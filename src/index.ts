export { createDouble, type Double } from './server/create-double.ts'
export type { DoubleOptions } from './server/options.ts'
export { startServer, type RunningServer, type ServerOptions } from './server/start.ts'
export { version } from './server/version.ts'
