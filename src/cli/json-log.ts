import type { DoubleEvent } from '../server/events.ts'
import { version } from '../server/version.ts'
import type { Lines } from './lines.ts'
import { isDefect, type ServerLog } from './log.ts'

type Level = 'info' | 'warn' | 'error'

/** What a line holds: an event, or something of the process itself. */
interface Line {
  readonly time?: string
  readonly type: string
  readonly [name: string]: unknown
}

/** One JSON object a line, for programs: `time`, `level` and `type` are in each of them. */
export function jsonLog(lines: Lines): ServerLog {
  const print = (level: Level, line: Line): void => {
    const { time = new Date().toISOString(), type, ...rest } = line
    lines.print(JSON.stringify({ time, level, type, ...rest }))
  }
  return {
    listening({ url, apiKey, controlToken }, { scenario, clock, controlToken: given }) {
      // One that was given is known; one that was made nobody could know of otherwise.
      const made = controlToken === given ? {} : { control_token: controlToken }
      print('info', { type: 'listening', version, url, api_key: apiKey, ...made, scenario, clock })
    },
    event: (event) => print(levelOf(event), { ...event }),
    message(text) {
      const type = isDefect(text) ? 'defect' : 'notice'
      print(type === 'defect' ? 'error' : 'warn', { type, message: text })
    },
    stopping: (signal) => print('info', { type: 'stopping', signal }),
    end: () => new Promise((resolve) => lines.flush(resolve)),
  }
}

function levelOf(event: DoubleEvent): Level {
  if (event.type === 'call') return event.defect ? 'error' : 'info'
  if (event.type === 'reload') return event.errors.length > 0 ? 'warn' : 'info'
  return event.status === 'delivered' || event.status === 'recorded' ? 'info' : 'warn'
}
