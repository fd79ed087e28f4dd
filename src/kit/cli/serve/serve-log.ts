import { escapeControls } from '../../../kernel/support/escape.ts'
import type { DoubleEvent } from '../../double/events.ts'
import { version } from '../../../kernel/contract/generated/version.ts'
import { Lines, type Outlet, paintFor } from '../output.ts'
import { droppedNotice, isDefect, type ServerLog } from './log.ts'
import type { LogMode } from './options.ts'
import { prettyLog } from './pretty-log.ts'

const SILENT: ServerLog = { listening: () => {}, message: () => {}, stopping: () => {}, end: () => Promise.resolve() }

export function createServerLog(mode: LogMode, out: Outlet & Partial<NodeJS.WriteStream>, err: Outlet): ServerLog {
  if (mode === 'silent') return SILENT
  const lines = new Lines(out)
  if (mode === 'json') return jsonLog(lines)
  return prettyLog(lines, new Lines(err), paintFor(out))
}

type Level = 'info' | 'warn' | 'error'

/** The content of a line: an event, or a message of the process. */
interface LogLine {
  readonly time?: string
  readonly type: string
}

/** Logs one JSON object per line, for programs. Each has `time`, `level` and `type`. */
export function jsonLog(lines: Lines): ServerLog {
  const print = <Each extends LogLine>(level: Level, line: Each): void => {
    const { time = new Date().toISOString(), type } = line
    lines.print(() => escapeControls(JSON.stringify(Object.assign({ time, level, type }, line))))
  }
  lines.onDropped((count) => print('warn', { type: 'notice', message: droppedNotice(count) }))
  return {
    listening({ url, apiKey, controlToken, scenario, seed, isSeedRandom, clock, unreadable }, { controlToken: given }) {
      // Options given by the caller are known; generated values appear only in this line.
      const made = {
        ...(controlToken === given ? {} : { control_token: controlToken }),
        ...(isSeedRandom ? { seed } : {}),
      }
      print('info', { type: 'listening', version, url, api_key: apiKey, ...made, scenario, clock, unreadable })
      lines.flush()
    },
    event: (event) => print(chooseLevel(event), event),
    message(text) {
      const type = isDefect(text) ? 'defect' : 'notice'
      print(type === 'defect' ? 'error' : 'warn', { type, message: text })
      lines.flush()
    },
    stopping: (cause) =>
      print('info', cause === 'stdin' ? { type: 'stopping', stdin: 'end' } : { type: 'stopping', signal: cause }),
    end: () => new Promise((resolve) => lines.flush(resolve)),
  }
}

function chooseLevel(event: DoubleEvent): Level {
  if (event.type === 'call') return event.defect ? 'error' : 'info'
  if (event.type === 'reload') return event.errors.length > 0 ? 'warn' : 'info'
  return event.status === 'delivered' || event.status === 'recorded' ? 'info' : 'warn'
}
