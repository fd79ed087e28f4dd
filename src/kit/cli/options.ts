import { type Command, InvalidArgumentError, Option } from 'commander'
import type { ClockOption } from './serve/options.ts'

/** The hosts whose calls a world answers, in commands that run a program. */
export interface HostOptions {
  readonly host: readonly string[]
  readonly offline?: boolean
}

/** Adds what a command that runs a program in a world takes: the program, where data and words come from, and which hosts lead to it. */
export function addRunOptions(command: Command): Command {
  return command
    .argument('[command...]', 'the command and its arguments, after --')
    .addOption(environmentOption('--scenario-dir <folder>', 'folder with your own scenarios', 'SCENARIO_DIR'))
    .addOption(environmentOption('--vocabulary <file>', 'words of your deployment, where they differ', 'VOCABULARY'))
    .addOption(
      new Option('--host <pattern>', 'answer calls for this host, such as api.example.com; repeat it for several')
        .argParser(collectValue)
        .default([], 'the hosts of the vocabulary'),
    )
    .option('--offline', 'refuse calls for all other hosts, except this machine')
}

/** Adds a value of an option that can be repeated. */
export function collectValue(value: string, before: readonly string[]): readonly string[] {
  return [...before, value]
}

/** The server's clock if neither the command line nor the scenario sets one. */
export const REALTIME: ClockOption = { mode: 'realtime', rate: 1 }

/**
 * An option that can also be set in the environment. An empty variable counts as unset, since workflows and containers pass on
 * unset values that way.
 */
export function environmentOption(flags: string, description: string, variable: string): Option {
  const name = `MAILDOUBLE_${variable}`
  const made = new Option(flags, description)
  return process.env[name] === '' ? made : made.env(name)
}

/** An option without a value. In the environment it can also be turned off, as `=0` suggests. */
export function environmentFlag(flags: string, description: string, variable: string): Option {
  const isOff = /^(?:0|false|no|off)$/i.test(process.env[`MAILDOUBLE_${variable}`] ?? '1')
  return isOff ? new Option(flags, description) : environmentOption(flags, description, variable)
}

export function parsePort(text: string): number {
  const port = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (port >= 0 && port <= 65_535) return port
  throw new InvalidArgumentError('A port is a whole number from 0 to 65535.')
}

export function parseBytes(text: string): number {
  if (/^\d+$/.test(text)) return Number(text)
  throw new InvalidArgumentError('A size is a whole number of bytes, such as 67108864.')
}

export function parseRedirectUri(text: string): string {
  if (URL.canParse(text) && /^https?:/i.test(text)) return text
  throw new InvalidArgumentError('A redirect URI is an http or https URL such as http://127.0.0.1:3000/callback.')
}

export function parseClock(text: string): ClockOption {
  if (text === 'realtime') return REALTIME
  if (text === 'frozen') return { mode: 'frozen', rate: 0 }
  const rate = /^scaled:(\d+(?:\.\d+)?)$/.exec(text)?.[1]
  if (rate !== undefined && Number(rate) > 0) return { mode: 'scaled', rate: Number(rate) }
  throw new InvalidArgumentError('A clock is realtime, frozen, or scaled:<rate> such as scaled:60.')
}
