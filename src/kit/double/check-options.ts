import { mistakesIn } from '../../kernel/contract/mistakes.ts'
import { settingsValidator } from '../../kernel/contract/settings.ts'
import { isObject } from '../../kernel/support/is-object.ts'
import { nameHint } from '../../kernel/support/nearest.ts'
import type { Pace } from '../../service/scenarios/world-options.ts'
import type { DoubleOptions } from './options.ts'

/** The names of the options of a double. The compiler checks that they are complete. */
const DOUBLE_OPTIONS: { readonly [Name in keyof Required<DoubleOptions>]: true } = {
  scenario: true,
  seed: true,
  now: true,
  clock: true,
  defaultClock: true,
  api_key: true,
  oauth: true,
  settings: true,
  outage: true,
  serverSettings: true,
  publicUrl: true,
  controlToken: true,
  allowHosts: true,
  allowOrigins: true,
  allowEgress: true,
  scenarioDir: true,
  vocabulary: true,
  evidence: true,
  watch: true,
  data: true,
  store: true,
  recover: true,
  worldTtl: true,
  journalBytes: true,
  sharedKey: true,
  onEvent: true,
  log: true,
}

const MODES: readonly string[] = ['frozen', 'realtime', 'scaled'] satisfies Pace['mode'][]

/**
 * Checks the names of options, and the settings and clocks among them, which JavaScript callers may misspell. `further` are options besides those
 * of a double.
 *
 * @throws Error about all mistakes, one a line.
 */
export async function checkOptions(caller: string, options: DoubleOptions, further: readonly string[] = []): Promise<void> {
  const known = [...Object.keys(DOUBLE_OPTIONS), ...further]
  const unknown = Object.keys(options).filter((name) => !known.includes(name))
  const mistakes = unknown.map((name) => `There is no option ${name.slice(0, 100)}. ${nameHint(name, known)}`)
  for (const name of ['settings', 'serverSettings'] as const) {
    const settings = withoutUndefined(options[name] ?? {})
    // Loaded on demand: few callers set any.
    if (Object.keys(settings).length === 0) continue
    const wrong = mistakesIn(await settingsValidator(), settings)
    mistakes.push(...wrong.map(({ pointer, message }) => `${name}${pointer}: ${message}`))
  }
  for (const name of ['clock', 'defaultClock'] as const) {
    const pace = options[name]
    if (pace === undefined || MODES.includes(pace.mode)) continue
    mistakes.push(`${name}: Value must be { mode: 'frozen' }, { mode: 'realtime' } or { mode: 'scaled', rate: 60 }.`)
  }
  if (mistakes.length > 0) throw new Error(`${mistakes.join('\n')}\n(options of ${caller})`)
}

/** An option that is `undefined` counts as left out. */
function withoutUndefined(value: object): object {
  const given = Object.entries(value).filter(([, each]) => each !== undefined)
  return Object.fromEntries(given.map(([name, each]) => [name, isObject(each) ? withoutUndefined(each) : each]))
}
