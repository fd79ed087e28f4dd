import { md5 } from '../../kernel/support/digest.ts'
import { isObject, asObject } from '../../kernel/support/is-object.ts'
import { readMemberAddress } from '../account/rebuilt.ts'
import type { Sketch } from '../account/sketch.ts'
import type { CheckResult, Checker } from '../drift/check.ts'
import type { Exchange } from '../drift/exchange.ts'
import type { Ledger } from '../drift/ledger.ts'
import type { Millis } from '../../kernel/support/time.ts'
import type { Recorded } from '../recordings/recording.ts'
import { withAge } from './age.ts'
import { Ids } from './ids.ts'
import { compareAnswers, isBelowCreated, type Memory } from './pair.ts'
import type { Twin } from './twin.ts'

interface PlayerOptions {
  readonly checker: Checker
  readonly ledger: Ledger
  readonly sketch: Sketch
  readonly twin: Twin
  /** Whether the world began in a state that was rebuilt from the recording itself. */
  readonly isRebuilt: boolean
  /** Whether the recorder did not note the time of the service. */
  readonly isTimeless: boolean
}

/** Refusals that don't depend on the state of the account. */
const OF_THE_CALL: ReadonlySet<number> = new Set([401, 403, 407, 408, 413, 415, 421, 429])

/** Titles of refusals that a request alone decides. */
const OF_THE_REQUEST: ReadonlySet<unknown> = new Set([
  'Invalid Resource',
  'JSON Parse Exception',
  'Bad Request',
  'Invalid Action',
])

/** Sends the requests of a recording to a world, in order, and compares the answers. */
export class Player {
  readonly #options: PlayerOptions
  readonly #memory: Memory
  /** The objects that are known to be in the world: rebuilt, or made by the recording. */
  readonly #standing: ReadonlySet<string>
  readonly #unknown = new Map<string | undefined, number>()

  constructor(options: PlayerOptions) {
    this.#options = options
    const things = SCHEMAS.flatMap((schema) => options.sketch.all(schema))
    const namesOf = ({ id, first }: (typeof things)[number]): string[] => {
      const { email_address: address, id: own } = first
      return [id, address, own].flatMap((each) =>
        typeof each === 'string' || typeof each === 'number' ? String(each).toLowerCase() : [],
      )
    }
    // Small numbers are ids of several kinds of objects.
    const created = new Set(
      things
        .filter(({ isCreated }) => isCreated)
        .flatMap(namesOf)
        .filter((name) => !/^\d{1,4}$/.test(name)),
    )
    this.#memory = { ids: new Ids(), created, isTimeless: options.isTimeless, seen: new Map() }
    this.#standing = new Set(things.flatMap(namesOf))
    for (const thing of options.sketch.all('Member')) {
      if (thing.isCreated) continue
      const hash = md5(readMemberAddress(thing).toLowerCase())
      this.#memory.ids.pair('subscriber_hash', thing.id, hash)
      // A path may name a member by the contact id as well.
      const { contact_id: contact } = thing.last
      if (typeof contact === 'string') this.#memory.ids.pair('subscriber_hash', contact, hash)
    }
  }

  /** Plays an exchange at a time of the service. */
  async play(recorded: Recorded, checked: CheckResult, at: Millis): Promise<void> {
    const { twin, checker, ledger } = this.#options
    const operation = checked.route?.id
    if (OF_THE_CALL.has(recorded.status))
      return ledger.remark(`Not played, since the state of the account does not decide it: status ${recorded.status}`, operation)
    await twin.reach(at)
    const { ids } = this.#memory
    const [, below = '/'] = /\/3\.0(\/.*)?$/.exec(recorded.url.pathname) ?? []
    const answered = await twin.send({
      method: recorded.method,
      path: ids.path(below + recorded.url.search, new Map(Object.entries(checked.path).map(([name, value]) => [value, name]))),
      headers: recorded.requestHeaders,
      body: bodyFor(recorded, ids),
    })
    if (recorded.isAltered) return
    const made = { ...answered, checked: checker.check(answered) }
    if (!this.#statusAgrees(recorded, checked, made)) return
    if (checked.answer === undefined || made.checked.answer === undefined) return
    const { noted, unknown } = compareAnswers(checker, { recorded: { ...recorded, checked }, made }, this.#memory)
    for (const each of noted) ledger.note(withAge(each, recorded.at))
    if (unknown > 0) this.#unknown.set(operation, (this.#unknown.get(operation) ?? 0) + unknown)
  }

  /** Adds what is known at the end. */
  end(): void {
    for (const [operation, times] of this.#unknown)
      this.#options.ledger.remark(
        'Values that follow from a state which the recording does not tell were not compared',
        operation,
        times,
      )
  }

  #statusAgrees(recorded: Recorded, checked: CheckResult, made: Exchange & { readonly checked: CheckResult }): boolean {
    const { ledger, checker } = this.#options
    const operation = checked.route?.id
    const parts = operation === undefined ? undefined : checker.parts.get(operation)
    const place = {
      operation,
      aspect: 'replay',
      at: 'status',
      assumptions: parts?.assumption === undefined ? [] : [parts.assumption],
    } as const
    const titles = [asObject(checked.answer)['title'], asObject(made.checked.answer)['title']]
    const isRefusal = recorded.status >= 400
    if (recorded.status === made.status && (!isRefusal || titles[0] === titles[1])) {
      ledger.note({ ...place, difference: undefined })
      return true
    }
    if (this.#mayBeUnknown(recorded, checked, made)) {
      ledger.remark('Not compared, since the recording does not tell the state that decides it', operation)
      return false
    }
    const words = (status: number, title: unknown): string =>
      status >= 400 && typeof title === 'string' ? `${status} ${title}` : `the status ${status}`
    // The titles of the contract are no data of an account; the recording may have another one.
    const found = recorded.status === made.status ? `${recorded.status} with another title` : `the status ${recorded.status}`
    const difference = { expected: words(made.status, titles[1]), found, value: String(titles[0] ?? recorded.status) }
    ledger.note(withAge({ ...place, difference }, recorded.at))
    return false
  }

  /** Whether the answer may follow from a state that the recording does not tell. */
  #mayBeUnknown(recorded: Exchange, checked: CheckResult, made: Exchange): boolean {
    const ids = Object.values(checked.path).map((each) => each.toLowerCase())
    if (isBelowCreated(checked, this.#memory.created)) return false
    if (!this.#options.isRebuilt) return false
    if (recorded.status < 300)
      return made.status === 404 ? !ids.every((id) => this.#standing.has(id)) : made.status < 500 && made.status !== 400
    return (
      !OF_THE_REQUEST.has(asObject(checked.answer)['title']) &&
      made.status < 300 &&
      !(recorded.status === 404 && ids.every((id) => this.#standing.has(id)))
    )
  }
}

/** The schemas of objects that ids in paths name. */
const SCHEMAS = [
  'List',
  'Member',
  'Campaign',
  'Template',
  'Segment',
  'InterestCategory',
  'Interest',
  'MergeField',
  'ListWebhook',
  'BatchWebhook',
  'MemberNote',
  'TemplateFolder',
  'CampaignFolder',
  'ConnectedSite',
  'VerifiedDomain',
  'FileFolder',
]

/** The body of a request with the ids of the world. What is not JSON is sent as it is. */
function bodyFor({ requestBody }: Exchange, ids: Ids): string | undefined {
  if (requestBody === undefined) return undefined
  try {
    const value: unknown = JSON.parse(requestBody)
    return isObject(value) || Array.isArray(value) ? JSON.stringify(ids.value(value)) : requestBody
  } catch {
    return requestBody
  }
}
