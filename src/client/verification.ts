import type { Schemas } from './contract.ts'
import { aligned, counted, cut, cutBoth, span } from './wording.ts'

type Verdict = Schemas['Verdict']
type Expected = Schemas['VerifyRequests']
type Shown = ReadonlyMap<string, Schemas['Request']>

/** So many of the calls that match are shown where there are too many. */
const MATCHES_SHOWN = 5

/** Columns are at most so wide, so that three of them fit into a terminal. */
const COLUMN = 29

const NOTHING = 'No call has come. Does the application use the base URL of this world, and its key?'

/** The calls that a report shows, by their ids. */
export function shownIn({ closest, requests }: Verdict): readonly string[] {
  return closest.length > 0 ? closest.map(({ id }) => id) : requests.slice(0, MATCHES_SHOWN)
}

/** Why a verdict is none that a test can go on with, for a person to read. */
export function reportOf(expected: Expected, verdict: Verdict, shown: Shown): string {
  const known = found(verdict, shown)
  const blocks = [[headline(expected, verdict), ...missing(verdict)], sought(expected), ...(known.length > 0 ? [known] : [])]
  return blocks.map((lines) => lines.join('\n')).join('\n\n')
}

function headline({ count, within }: Expected, { verdict, matched }: Verdict): string {
  const { exactly, at_least: least = count ? undefined : 1, at_most: most } = count ?? {}
  const [word, number = 0] =
    exactly === undefined ? (least === undefined ? ['at most', most] : ['at least', least]) : ['exactly', exactly]
  const time = within === undefined ? '' : ` within ${span(within)}`
  const wish = `${word} ${counted(number, 'call')} to match${time}`
  const did = matched === 0 ? 'none did' : `${matched} did`
  return verdict === 'fail' ? `Expected ${wish}, but ${did}.` : `Cannot tell: expected ${wish}, and ${did} for certain.`
}

/** What the server cannot know. */
function missing({ verdict, unsure, evicted }: Verdict): string[] {
  if (verdict !== 'inconclusive') return []
  return [
    ...(evicted === 0 ? [] : [`${counted(evicted, 'call')} had to make room for others, and could have matched.`]),
    ...(unsure === 0 ? [] : [`${counted(unsure, 'call')} could match, but only the first 64 KiB of such a body are kept.`]),
  ]
}

function sought({ match = {} }: Expected): string[] {
  const { headers = {}, query = {}, body = {}, ...plain } = match
  const rows = [
    ...Object.entries(plain).filter(([, value]) => value !== undefined),
    ...Object.entries(headers).map(([name, value]) => [`headers.${name}`, value] as const),
    ...Object.entries(query).map(([name, value]) => [`query.${name}`, value] as const),
    ...Object.entries(body),
  ]
  if (rows.length === 0) return ['Looked for any call.']
  return ['Looked for', ...aligned(rows.map(([at, value]) => [at, written(value)]))]
}

function found({ closest, requests, matched, unsure, evicted }: Verdict, shown: Shown): string[] {
  if (closest.length > 0) {
    return ['Closest', ...closest.flatMap(({ id, differences }) => [...titleOf(shown.get(id)), ...differencesIn(differences)])]
  }
  if (matched + unsure + evicted === 0) return [NOTHING]
  if (matched === 0) return []
  const more = matched - Math.min(requests.length, MATCHES_SHOWN)
  return [
    'What matched',
    ...requests.slice(0, MATCHES_SHOWN).flatMap((id) => [...titleOf(shown.get(id)), ...bodyOf(shown.get(id))]),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ]
}

function titleOf(call: Schemas['Request'] | undefined): string[] {
  if (!call) return ['  a call that is no longer kept']
  const { method, path, query, status, via } = call
  const search = new URLSearchParams(query).toString()
  const answer = status === null ? 'not answered' : `answered ${status}`
  const line = `${method} ${path}${search === '' ? '' : `?${search}`}`
  return [`  ${cut(line, 70)}, ${answer}${via === 'batch' ? ' in a batch' : ''}`]
}

/** Calls that all match are told apart by what they carry. */
function bodyOf(call: Schemas['Request'] | undefined): string[] {
  const body = call?.request.body.replaceAll(/\s+/g, ' ').trim() ?? ''
  return body === '' ? [] : [`    ${cut(body, 94)}`]
}

function differencesIn(differences: Verdict['closest'][number]['differences']): string[] {
  const rows = differences.map(({ at, expected, actual }) => {
    const [left, right] = cutBoth(written(expected), actual === null ? 'nothing' : written(actual), COLUMN)
    return [cut(at === '' ? 'body' : at, COLUMN), left, right]
  })
  return aligned([['', 'expected', 'actual'], ...rows], '    ')
}

function written(value: unknown): string {
  return JSON.stringify(value) ?? String(value)
}
