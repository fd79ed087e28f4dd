import { basename } from 'node:path'
import { formatCount } from '../../kernel/support/words.ts'
import { messageOf } from '../../kernel/support/thrown.ts'
import { isoMillis, type Millis, realNow } from '../../kernel/support/time.ts'
import type { ScenarioSource } from '../../service/scenarios/read/scenario-source.ts'
import type { GivenVocabulary } from '../../service/vocabulary/definition.ts'
import { rebuiltData } from '../account/rebuilt.ts'
import { Sketch } from '../account/sketch.ts'
import { makeSingleSource, usableScenario } from '../account/usable.ts'
import { loadChecker, type CheckResult, type Checker } from '../drift/check.ts'
import { Ledger } from '../drift/ledger.ts'
import type { Result } from '../drift/result.ts'
import type { Recorded } from '../recordings/recording.ts'
import type { RecordedFiles } from '../recordings/read-files.ts'
import { withAge } from './age.ts'
import { readServiceClock } from './clock.ts'
import { collectionFindings } from './collection-rules.ts'
import { Player } from './player.ts'
import { openTwin } from './twin.ts'

export interface CompareOptions {
  /** The words of the recorded service, if they are not those of the reference. */
  readonly vocabulary?: GivenVocabulary | undefined
  /** A scenario whose world is in the state in which the recordings began. By default it is rebuilt from the recordings. */
  readonly scenario?: { readonly source: ScenarioSource; readonly name: string } | undefined
  /** The only host whose exchanges are compared. */
  readonly host?: string | undefined
  /** Whether the result may hold values of the account. */
  readonly values?: boolean
}

/**
 * Compares recordings with the contract, exchange by exchange, and then with a world: one for each recording, in the state that the recording
 * implies, to which its requests are sent in order.
 */
export async function compareRecordings(files: RecordedFiles, options: CompareOptions = {}): Promise<Result> {
  const checker = await loadChecker({ vocabulary: options.vocabulary, linksAnywhere: true })
  const names = [...files.recordings, ...files.unreadable].map(({ file }) => basename(file))
  const ledger = new Ledger(checker, {
    kind: 'compare',
    source:
      names.length <= NAMED_MAX
        ? names.join(', ')
        : `${names.slice(0, NAMED_MAX).join(', ')} and ${names.length - NAMED_MAX} more`,
    at: realNow(),
    values: options.values ?? false,
  })
  for (const { file, why } of files.unreadable) ledger.remark(`The file ${file} ${why}.`)
  let failed = 0
  for (const { file, exchanges, unreadable } of files.recordings) {
    for (const { where, why } of unreadable) ledger.remark(`The ${where} of ${file} ${why}.`)
    const own = exchanges.filter((each) => isOfService(each, options.host))
    for (const each of exchanges) if (!own.includes(each)) ledger.remark(`A call of another host was left out: ${each.url.host}`)
    const fail = (error: unknown, what: string): void => {
      failed++
      ledger.remark(`The ${what} of ${file} cannot be compared (${messageOf(error)}).`)
    }
    if (own.length > 0)
      await compareOne(checker, ledger, own, { ...options, fail }).catch((error: unknown) => fail(error, 'calls'))
  }
  return ledger.result(failed === 0 ? undefined : `${formatCount(failed, 'comparison')} failed. The remarks name each place.`)
}

const NAMED_MAX = 5

/** Calls of the service are below `/3.0`. */
function isOfService({ url }: Recorded, host: string | undefined): boolean {
  if (host !== undefined && url.host !== host && url.hostname !== host) return false
  return /\/3\.0(?:\/|$)/.test(url.pathname)
}

async function compareOne(
  checker: Checker,
  ledger: Ledger,
  exchanges: readonly Recorded[],
  options: CompareOptions & { readonly fail: (error: unknown, what: string) => void },
): Promise<void> {
  const sketch = new Sketch(checker)
  const checked: { exchange: Recorded; checked: CheckResult }[] = []
  const stripped = strippedHeaders(exchanges, checker.vocabulary.header('x-request-id'))
  for (const name of stripped) ledger.remark(`No answer of a recording has the header ${name}, so it was not compared`)
  for (const exchange of sortByTime(exchanges)) {
    if (exchange.status >= 500 || (exchange.status >= 400 && /^\s*</.test(exchange.body))) {
      ledger.remark(`Not compared, since no request decides a failure or the answer of a gateway: status ${exchange.status}`)
      continue
    }
    try {
      const each = checker.check(exchange)
      checked.push({ exchange, checked: each })
      sketch.add(each, exchange.status, exchange.at)
      if (exchange.isAltered) continue
      const findings = each.findings.filter(({ aspect, at }) => aspect !== 'header' || !stripped.includes(at))
      ledger.add({ ...each, findings: findings.map((finding) => withAge(finding, exchange.at)) })
      for (const noted of collectionFindings(checker, each)) ledger.note(withAge(noted, exchange.at))
    } catch (error) {
      options.fail(error, exchange.where)
    }
  }
  const { times, isForeign } = readServiceClock(checked)
  const [now] = times
  if (now === undefined) return
  if (isForeign) ledger.remark('The recorder did not note the time of the service, so instants were not compared')
  const { source, name, leftOut } = await chooseStart(sketch, now, options)
  if (leftOut.length > 0) ledger.remark(`${formatCount(leftOut.length, 'part')} of the state could not be rebuilt`)
  const twin = await openTwin({ source, scenario: name, vocabulary: options.vocabulary, now: isoMillis(now) })
  const player = new Player({ checker, ledger, sketch, twin, isRebuilt: options.scenario === undefined, isTimeless: isForeign })
  for (const [index, { exchange, checked: each }] of checked.entries())
    await player.play(exchange, each, times[index] ?? now).catch((error: unknown) => options.fail(error, exchange.where))
  player.end()
}

/** Headers that a recorder has removed: all of them, or all but the content type. A service that lacks one of several is different. */
function strippedHeaders(exchanges: readonly Recorded[], id: string): readonly string[] {
  const isAbsent = (name: string): boolean => exchanges.every(({ headers }) => !headers.has(name))
  const others = [id, 'link']
  if (!others.every(isAbsent)) return []
  return isAbsent('content-type') ? ['content-type', ...others] : others
}

/** By time, if all exchanges have one. Recorders write them in the order in which the answers came. */
function sortByTime(exchanges: readonly Recorded[]): readonly Recorded[] {
  if (exchanges.some(({ at }) => at === undefined)) return exchanges
  return exchanges.toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0))
}

async function chooseStart(sketch: Sketch, now: Millis, { scenario }: CompareOptions) {
  if (scenario) return { source: scenario.source, name: scenario.name, leftOut: [] }
  const { scenario: rebuilt, leftOut } = await usableScenario(rebuiltData(sketch, now))
  return { source: makeSingleSource(rebuilt), name: rebuilt.name, leftOut }
}
