import { type Millis, realNow } from '../../../kernel/support/time.ts'
import type { PlantingContext } from '../plant/plant.ts'
import { plantOnce } from '../plant/plant-once.ts'
import { Draft, LINKS } from './draft.ts'
import { type DataError, ScenarioDataError, type Path } from './scenario-error.ts'
import type { LoadedScenario, Scenario } from './scenario-source.ts'

/** Number of generated things that are created to check them. */
export const SAMPLE = 2

/** Longest time for tries: in a large scenario, only the first errors are reported. */
export const TRIED_MS_MAX = 2_000

/** Maximum number of campaign copies that the check sends. */
const COPIES_MAX = 1_000_000

/** The invalid data of a scenario. */
export interface SiftedData {
  readonly errors: readonly DataError[]
  /** What can be planted: the scenario without the invalid data. `undefined` if there may be further errors. */
  readonly rest?: Draft<Scenario>
}

/** The invalid data of a scenario. */
export async function dataErrorsIn(
  scenario: Scenario,
  context: PlantingContext,
  now: Millis,
  limit: number,
): Promise<readonly DataError[]> {
  return (await siftData({ scenario }, context, now, limit)).errors
}

/** Plants a scenario in a temporary world, and again without the invalid data, until all errors are known. */
export async function siftData(
  { scenario, gaps }: Pick<LoadedScenario, 'scenario' | 'gaps'>,
  context: PlantingContext,
  now: Millis,
  limit: number,
): Promise<SiftedData> {
  const copies = scenario.lists.reduce((sum, { campaigns = [], members = [] }) => sum + campaigns.length * members.length, 0)
  if (copies > COPIES_MAX) {
    return { errors: [{ path: ['lists'], message: `must have at most ${COPIES_MAX} copies of campaigns to be checked` }] }
  }
  const rest = new Draft(scenario, gaps?.removed)
  const errors: DataError[] = []
  const began = realNow()
  while (errors.length < limit && realNow() - began <= TRIED_MS_MAX) {
    const error = await firstError(rest.data, { ...context, sample: SAMPLE }, now)
    if (!error) return { errors, rest }
    for (const { path, message } of [error, ...error.further]) {
      if (!isConsequence(rest, path, message)) errors.push({ path: rest.origin(path), message })
    }
    if (!drop(rest, error.path, error)) break
  }
  return { errors }
}

async function firstError(scenario: Scenario, context: PlantingContext, now: Millis): Promise<ScenarioDataError | undefined> {
  try {
    await plantOnce(scenario, context, now)
    return undefined
  } catch (error) {
    if (error instanceof ScenarioDataError) return error
    throw error
  }
}

/** Whether an error is only a consequence of an earlier removal: its place refers to removed data. */
function isConsequence(rest: Draft<Scenario>, path: Path, message: string): boolean {
  const name = referenceAt(rest, path)
  return name !== undefined && !isRepeated(message) && rest.removed.has(name)
}

/** The name or id at a place that refers to other data. */
export function referenceAt(rest: Draft<Scenario>, path: Path): string | undefined {
  const last = path.at(-1)
  if (path.at(-2) === 'merge_fields') return String(last)
  const namesCustomer = path.at(-2) === 'customer' && last === 'id'
  if (typeof last === 'string' && !REFERENCES.has(last) && !namesCustomer) return undefined
  const value = last === 'template' ? rest.at([...path, 'id']) : rest.at(path)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

/** Whether an error is about something that must be unique. It is still there once, so nothing follows from leaving it out. */
function isRepeated(message: string): boolean {
  return message.startsWith('must differ from ')
}

/** Members that name other data, as the items of arrays of texts do. */
export const REFERENCES: ReadonlySet<string> = new Set([...LINKS, 'campaign_id', 'domain', 'email_address', 'foreign_id'])

/** Removes a place, or the closest object that is valid without it. Returns `false` if nothing can be removed. */
function drop(rest: Draft<Scenario>, path: Path, { path: wrong, message }: DataError): boolean {
  if (path.length === 0) return false
  // A member under another address keeps the rest of its mistakes.
  if (path[2] === 'members' && path[4] === 'email_address' && isRepeated(message))
    return rest.replace(path, `${String(path[3])}.${String(rest.at(path))}`)
  if (path.length > 3 && path[0] === 'outages') return drop(rest, path.slice(0, 3), { path: wrong, message })
  if (path.length > 2 && WHOLE.has(path[0])) return drop(rest, path.slice(0, 2), { path: wrong, message })
  if (path.length > 4 && isDefinition(path)) return drop(rest, path.slice(0, 4), { path: wrong, message })
  const isNeeded = rest.at(path) === undefined || path.at(-2) === 'customer' || NEEDED.has(String(path.at(-1)))
  if (isNeeded) return drop(rest, path.slice(0, -1), { path: wrong, message })
  if (!isRepeated(message)) rest.remember(path, wrong)
  return rest.remove(path)
}

/** An error in an item of these invalidates the whole item. */
const WHOLE: ReadonlySet<unknown> = new Set(['batches', 'faults', 'delivery_faults', 'timeline'])

/** A part of one of these would mean something else without the place, unless that is its id or names a member. */
const DEFINITIONS: ReadonlySet<unknown> = new Set(['merge_fields', 'interest_categories', 'segments'])

function isDefinition([first, , third, , fifth, ...further]: Path): boolean {
  return first === 'lists' && DEFINITIONS.has(third) && fifth !== 'members' && [fifth, ...further].at(-1) !== 'id'
}

/** Required members: an error in one of them invalidates its parent. */
const NEEDED: ReadonlySet<string> = new Set([
  'amount',
  'at',
  'campaigns',
  'client_id',
  'code',
  'count',
  'customer',
  'description',
  'domain',
  'email_address',
  'file_data',
  'foreign_id',
  'html',
  'kind',
  'lines',
  'list',
  'lists',
  'members',
  'message',
  'messages',
  'name',
  'note',
  'product_id',
  'redemption_url',
  'send_time',
  'since',
  'status',
  'store',
  'subject_line',
  'tag',
  'target',
  'title',
  'type',
  'url',
  'variants',
  'verification_email',
])
