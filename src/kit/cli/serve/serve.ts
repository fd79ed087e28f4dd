import { mistakesIn } from '../../../kernel/contract/mistakes.ts'
import { settings as described, settingsValidator, type GivenSettings } from '../../../kernel/contract/settings.ts'
import { delay } from '../../../kernel/support/time.ts'
import { loadResource } from '../../../service/calls/checks.ts'
import { type RunningServer, startServer } from '../../double/start.ts'
import { fail } from '../fail.ts'
import { REALTIME } from '../options.ts'
import { endOnSignals, callOnEnd } from '../signals.ts'
import { openBrowser } from '../open-browser.ts'
import { misspelledVariables } from './misspelled-variables.ts'
import type { ServeOptions } from './options.ts'
import { createServerLog } from './serve-log.ts'

/** The settings in the environment: `MAILDOUBLE_` and the name in capitals. Throws an error about all that are invalid. */
export async function settingsFrom(environment: Readonly<Record<string, string | undefined>>): Promise<GivenSettings> {
  const found: Record<string, unknown> = {}
  const mistakes: string[] = []
  for (const [name, { type }] of Object.entries(described)) {
    const variable = `MAILDOUBLE_${name.toUpperCase().replaceAll('.', '_')}`
    const text = environment[variable]
    // The vocabulary is too large for a variable: the one with its name has the name of a file.
    if (text === undefined || text === '' || name === 'vocabulary') continue
    const value = valueIn(text, type)
    const wrong = mistakesIn(await settingsValidator(), { [name]: value }).map(({ message }) => message)
    if (wrong.length > 0) mistakes.push(`${variable}=${text} cannot be used. ${wrong.join(' ')}`)
    found[name] = value
  }
  if (mistakes.length > 0) throw new Error(mistakes.join('\n'))
  return found
}

/** The value of a setting that is written in a variable: JSON for an object, several values with commas for a list. */
function valueIn(text: string, type: string | readonly string[]): unknown {
  if (type.includes('object')) return parseLeniently(text)
  return type === 'array' ? text.split(',').map(numberOr) : type === 'string' ? text : numberOr(text)
}

/** Anything but JSON stays a text, which the contract refuses. */
function parseLeniently(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** A number if it is written as one. Anything else, such as a duration, stays a text. */
function numberOr(text: string): string | number {
  return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text
}

/** Serves until a signal to stop. `variables` are the environment variables of its options. */
export async function serve(options: ServeOptions, variables: readonly string[]): Promise<void> {
  const log = createServerLog(options.log, process.stdout, process.stderr)
  // If the process exits without waiting for its calls, as on a second signal.
  process.once('exit', () => void log.end())
  let server: RunningServer | undefined
  // From the start: the first process of a container ignores signals without a handler.
  const end = endOnSignals({
    onSignal: log.stopping,
    stop: async () => {
      await server?.stop()
      await log.end()
    },
  })
  if (options.stdinEnd) callOnEnd(process.stdin, () => void (end() && log.stopping('stdin')))
  try {
    const { allowHost, allowOrigin, allowEgress, redirectUri, like, open: _open, stdinEnd: _stdinEnd, log: _, ...rest } = options
    server = await startServer({
      ...rest,
      defaultClock: REALTIME,
      allowHosts: splitNames(allowHost),
      allowOrigins: splitNames(allowOrigin),
      allowEgress: splitNames(allowEgress),
      ...(redirectUri === undefined ? {} : { oauth: { redirect_uri: redirectUri } }),
      serverSettings: { ...(await settingsFrom(process.env)), ...(like === undefined ? {} : { like }) },
      log: log.message,
      ...(log.event ? { onEvent: log.event } : {}),
    })
    if (options.log === 'silent' && server.controlToken !== options.controlToken) throw new Error(TOKEN_NOT_SHOWN)
    log.listening(server, options)
    // If the code cannot be loaded, the first call that needs the code fails and is logged.
    for (const resource of FIRST_CALLED) delay(IDLE_MS, () => void loadResource(resource)?.catch(() => {}))
    misspelledVariables(process.env, variables).forEach(log.message)
    if (options.open) openBrowser(`${server.url}/_inspector/`, log.message)
    if (options.scenarioDir !== undefined) {
      // Loaded on demand, once the server answers calls.
      const { brokenScenarios } = await import('./broken-scenarios.ts')
      const broken = await brokenScenarios(options.scenarioDir)
      if (broken !== undefined) log.message(broken)
    }
  } catch (error) {
    const { whyNotStarted } = await import('./broken-scenarios.ts')
    fail(await whyNotStarted(error, options.scenarioDir))
  }
}

/** The resources with which most clients begin: a first `GET` takes 9 ms of CPU time instead of 12 (Node 20, 2026-11-30). */
const FIRST_CALLED = ['lists', 'members']

/** When their code is loaded after the server listens. A client that waits for the server should have its first answer before. */
const IDLE_MS = 100

/** Values given one by one, or separated by commas in the environment. */
function splitNames(option: string | readonly string[] = []): string[] {
  return [option].flat().flatMap((names) => names.split(','))
}

const TOKEN_NOT_SHOWN =
  'at this address the control API requires a token, and --log silent would not print the generated one. Give one with --control-token (MAILDOUBLE_CONTROL_TOKEN).'
