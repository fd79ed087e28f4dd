import { jsonLog } from './json-log.ts'
import { Lines, type Outlet, paintFor } from '../output.ts'
import type { ServerLog } from './log.ts'
import { prettyLog } from './pretty-log.ts'
import type { LogMode } from './options.ts'

const SILENT: ServerLog = { listening: () => {}, message: () => {}, stopping: () => {}, end: () => Promise.resolve() }

/** The log of a mode. */
export function logOf(mode: LogMode, out: Outlet & Partial<NodeJS.WriteStream>, err: Outlet): ServerLog {
  if (mode === 'silent') return SILENT
  const lines = new Lines(out)
  if (mode === 'json') return jsonLog(lines)
  return prettyLog(lines, new Lines(err), paintFor(out))
}
