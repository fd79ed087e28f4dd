import { jsonLog } from './json-log.ts'
import { Lines, type Outlet } from './lines.ts'
import type { ServerLog } from './log.ts'
import { paintFor } from './paint.ts'
import { prettyLog } from './pretty-log.ts'
import type { LogMode } from './serve-options.ts'

const SILENT: ServerLog = { listening: () => {}, message: () => {}, stopping: () => {}, end: () => Promise.resolve() }

/** The log of a mode. */
export function logOf(mode: LogMode, out: Outlet & Partial<NodeJS.WriteStream>, err: Outlet): ServerLog {
  if (mode === 'silent') return SILENT
  const lines = new Lines(out)
  if (mode === 'json') return jsonLog(lines)
  return prettyLog(lines, new Lines(err), paintFor(out))
}
