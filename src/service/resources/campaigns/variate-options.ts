import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { pick } from '../../../kernel/support/pick.ts'
import { readInstant } from '../../../kernel/support/time.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import { errors } from '../errors.ts'
import { checkAddress } from '../members/address.ts'
import { accountOf } from '../root/account.ts'

type Variate = ServiceSchemas['VariateSettings']
type Given = ServiceSchemas['VariateSettingsInput']

const AT = 'variate_settings'
const MINUTES_PER_HOUR = 60
const QUARTER_S = 900
/** How long a test lasts by default, in minutes. */
const WAIT_TIME = 1_440
const WHOLE = 100
/** Maximum number of combinations; the second is without the top plan. */
const COMBINATIONS_MAX = 8
const COMBINATIONS_MAX_BASIC = 3

/** The settings of a request on top of the former ones, with the combinations that follow. Rejects invalid ones. */
export function readVariate(tx: Tx, before: Variate | undefined, given: Given): Variate {
  const winner_criteria = given.winner_criteria ?? before?.winner_criteria
  if (!winner_criteria) throw errors.invalid({ field: AT, message: 'Required field is missing: winner_criteria.' })
  if (winner_criteria === 'total_revenue') throw errors.badRequest('The account has no store, so revenue cannot decide a test.')
  const { wait_time } = given
  if (wait_time !== undefined && (wait_time <= 0 || wait_time % MINUTES_PER_HOUR !== 0)) {
    throw errors.invalid({ field: `${AT}.wait_time`, message: 'Value must be a number of minutes that makes whole hours.' })
  }
  for (const address of given.reply_to_addresses ?? []) checkAddress(tx, address)
  const merged: Variate = { wait_time: WAIT_TIME, test_size: WHOLE, ...before, ...pick(given, GIVEN), winner_criteria }
  checkSendTimes(tx, given.send_times ?? [])
  const { from_names = [], reply_to_addresses = [] } = merged
  if (from_names.length > 0 && reply_to_addresses.length > 0 && from_names.length !== reply_to_addresses.length) {
    throw errors.invalid({ field: AT, message: 'There must be as many reply_to_addresses as from_names.' })
  }
  const timed = (merged.send_times ?? []).length > 0
  return withCombinations(tx, timed ? { ...merged, test_size: WHOLE } : merged)
}

const GIVEN = ['wait_time', 'test_size', 'subject_lines', 'send_times', 'from_names', 'reply_to_addresses'] as const

function checkSendTimes(tx: Tx, times: readonly string[]): void {
  for (const [place, time] of times.entries()) {
    const at = readInstant(time)
    const message = 'Value must be a time in the future on a quarter hour, YYYY-MM-DD HH:MM:SS in UTC.'
    if (at === undefined || at % QUARTER_S !== 0 || at <= tx.now)
      throw errors.invalid({ field: `${AT}.send_times.${place}`, message })
  }
}

/** The number of values of each variable: subjects, send times, senders, contents. */
function sizesOf({ subject_lines = [], send_times = [], from_names = [], reply_to_addresses = [], contents = [] }: Variate) {
  const senders = Math.max(from_names.length, reply_to_addresses.length)
  return [subject_lines.length, send_times.length, senders, contents.length]
}

/** The number of combinations of the variables of a test. */
export function countCombinations(settings: Variate): number {
  return sizesOf(settings).reduce((product, size) => product * Math.max(size, 1), 1)
}

/** Settings with the combinations of their variables. Rejects more than the plan allows. */
export function withCombinations(tx: Tx, settings: Variate): Variate {
  const total = countCombinations(settings)
  const isPro = accountOf(tx).pro_enabled
  const limit = isPro ? COMBINATIONS_MAX : COMBINATIONS_MAX_BASIC
  if (total > limit || (!isPro && sizesOf(settings).filter((size) => size > 1).length > 1)) {
    const plan = isPro ? '' : ' of one variable, unless the account has the top plan'
    throw errors.invalid({ field: AT, message: `At most ${limit} combinations${plan}; these are ${total}.` })
  }
  return { ...settings, contents: settings.contents ?? [], combinations: combinationsOf(tx, settings) }
}

/** The combinations of the variables of a test. Those that exist keep their ids. */
export function combinationsOf(tx: Tx, settings: Variate): NonNullable<Variate['combinations']> {
  const combinations = sizesOf(settings).reduce<readonly (readonly number[])[]>(
    (some, size) => some.flatMap((places) => Array.from({ length: Math.max(size, 1) }, (_, place) => [...places, place])),
    [[]],
  )
  return combinations.map(([subject_line = 0, send_time = 0, from_name = 0, content_description = 0], place) => ({
    id: settings.combinations?.[place]?.id ?? newCombinationId(tx),
    subject_line,
    send_time,
    from_name,
    reply_to: from_name,
    content_description,
    recipients: 0,
  }))
}

const ID_DIGITS = 10

/** An id for a combination, which becomes the id of the campaign of its version. */
function newCombinationId(tx: Tx): string {
  return tx.hex('campaigns.combination', ID_DIGITS)
}
