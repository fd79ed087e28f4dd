import type { RunningServer } from '../server/start.ts'
import { version } from '../server/version.ts'
import type { ServeOptions } from './serve-options.ts'

/** What a person needs to go on: where it listens, the key, and three commands to paste. */
export function greeting(server: RunningServer, { data, store }: ServeOptions): string {
  const { url, apiKey, controlToken, scenario, seed, isSeedRandom, unreadable } = server
  const token = controlToken === undefined ? '' : ` -H 'authorization: Bearer ${controlToken}'`
  if (unreadable !== undefined) {
    return [
      `maildouble ${version} serves no world "default": it is kept and can't be read. Calls for it are answered with 503.`,
      '',
      `  Control  ${url}/_control`,
      ...(controlToken === undefined ? [] : [`  Token    ${controlToken}`]),
      '',
      "See which worlds can be read, and why others can't:",
      `  curl${token} ${url}/_control/worlds`,
      '',
    ].join('\n')
  }
  return [
    `maildouble ${version} serves the scenario "${scenario}", clock ${clockText(server)}`,
    '',
    `  API      ${url}/3.0`,
    `  API key  ${apiKey}`,
    `  Control  ${url}/_control`,
    ...(controlToken === undefined ? [] : [`  Token    ${controlToken}`]),
    ...(isSeedRandom ? [`  Seed     ${seed} (random; --seed repeats it)`] : []),
    ...(data === undefined ? [] : [`  Kept in  ${data}`]),
    ...(store === undefined ? [] : [`  Kept in  ${withoutPassword(store)}`]),
    '',
    'Try:',
    `  curl -u any:${apiKey} ${url}/3.0/`,
    `  curl -u any:${apiKey} \\`,
    `       '${url}/3.0/lists?fields=lists.id,lists.name'`,
    `  curl${token} -H 'content-type: application/json' \\`,
    `       -d '{"by":"PT5M"}' ${url}/_control/clock/advance`,
    '',
  ].join('\n')
}

/** How time passes, and from when on unless that is now. */
function clockText({ clock: { mode, rate }, now }: RunningServer): string {
  if (mode === 'frozen') return `frozen at ${now}`
  const pace = mode === 'scaled' ? `scaled:${rate}` : mode
  return Math.abs(Date.parse(now) - Date.now()) < SOON_MS ? pace : `${pace} from ${now}`
}

/** A clock that is off by less than this shows the real time. */
const SOON_MS = 60_000

function withoutPassword(url: string): string {
  if (!URL.canParse(url)) return ''
  const shown = new URL(url)
  if (shown.password !== '') shown.password = '***'
  return shown.href
}
