export { startServer, type RunningServer, type ServerOptions } from './server/start.ts'
export { version } from './server/version.ts'
