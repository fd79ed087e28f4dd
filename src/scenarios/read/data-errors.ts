import { type Millis, realNow } from '../../support/time.ts'
import type { PlantingContext } from '../plant/plant.ts'
import { plantOnce } from '../plant/plant-once.ts'
import { type DataError, ScenarioDataError, type Path } from './scenario-error.ts'
import type { Scenario } from './scenario-source.ts'

/** Number of generated things that are created to check them. */
const SAMPLE = 2

/** Longest time for retries: in a large scenario, only the first errors are reported. */
const TRIED_MS_MAX = 2_000

/** Maximum number of campaign copies that the check sends. */
const COPIES_MAX = 1_000_000

/** Plants a scenario in a temporary world, and again without the invalid data, until all errors are known. */
export async function dataErrorsIn(
  scenario: Scenario,
  context: PlantingContext,
  now: Millis,
  limit: number,
): Promise<DataError[]> {
  const copies = scenario.lists.reduce((sum, { campaigns = [], members = [] }) => sum + campaigns.length * members.length, 0)
  if (copies > COPIES_MAX) {
    return [{ path: ['lists'], message: `must have at most ${COPIES_MAX} copies of campaigns to be checked` }]
  }
  const draft = new Draft(scenario)
  const found: DataError[] = []
  const began = realNow()
  while (found.length < limit && realNow() - began <= TRIED_MS_MAX) {
    const error = await firstError(draft.scenario, { ...context, sample: SAMPLE }, now)
    if (!error) break
    for (const { path, message } of [error, ...error.further]) found.push({ path: draft.origin(path), message })
    if (!draft.drop(error.path)) break
  }
  return found
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

type Container = { [name: string]: unknown } | unknown[]

/** A copy of a scenario from which parts can be removed. It maps places to those of the original. */
class Draft {
  readonly scenario: Scenario
  /** The original index of the items of each array. */
  readonly #places = new Map<unknown[], number[]>()

  constructor(scenario: Scenario) {
    this.scenario = this.#copy(scenario) as Scenario
  }

  /** The path of a place in the original scenario. */
  origin(path: Path): Path {
    const holders = this.#along(path)
    return path.map((step, depth) => {
      const holder = holders[depth]
      const places = Array.isArray(holder) ? this.#places.get(holder) : undefined
      return places?.[Number(step)] ?? step
    })
  }

  /** Removes a place, or its nearest optional parent. Places that other data depend on are not removed. */
  drop(path: Path): boolean {
    if (path.length === 0 || isFoundation(path)) return false
    if (path.length > 2 && WHOLE.has(path[0])) return this.drop(path.slice(0, 2))
    const step = path.at(-1) ?? ''
    const holder = this.#along(path)[path.length - 1]
    if (Array.isArray(holder)) {
      const at = Number(step)
      this.#places.get(holder)?.splice(at, 1)
      return holder.splice(at, 1).length === 1
    }
    const member = String(step)
    if (NEEDED.has(member) || !holder || !Object.hasOwn(holder, member)) return this.drop(path.slice(0, -1))
    return Reflect.deleteProperty(holder, member)
  }

  /** The container of each step of a path. */
  #along(path: Path): (Container | undefined)[] {
    let at: unknown = this.scenario
    return path.map((step) => {
      const holder = isContainer(at) ? at : undefined
      at = Array.isArray(holder) ? holder[Number(step)] : holder && Object.hasOwn(holder, step) ? holder[step] : undefined
      return holder
    })
  }

  #copy(value: unknown): unknown {
    if (Array.isArray(value)) {
      const items = value.map((item) => this.#copy(item))
      this.#places.set(
        items,
        items.map((_, i) => i),
      )
      return items
    }
    if (!isContainer(value)) return value
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, this.#copy(item)]))
  }
}

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null
}

/** An error in an item of these invalidates the whole item. */
const WHOLE: ReadonlySet<unknown> = new Set(['faults', 'delivery_faults', 'timeline'])

/** Other data depend on these, so removing them would cause misleading errors. */
const FOUNDATIONS: ReadonlySet<unknown> = new Set(['merge_fields', 'interest_categories', 'segments'])

function isFoundation([first, , third]: Path): boolean {
  return first === 'folders' || first === 'file_folders' || (first === 'lists' && FOUNDATIONS.has(third))
}

/** Required members: an error in one of them invalidates its parent. */
const NEEDED: ReadonlySet<string> = new Set([
  'at',
  'campaigns',
  'client_id',
  'count',
  'domain',
  'email_address',
  'file_data',
  'foreign_id',
  'html',
  'kind',
  'list',
  'lists',
  'members',
  'message',
  'messages',
  'name',
  'note',
  'send_time',
  'since',
  'status',
  'subject_line',
  'tag',
  'title',
  'type',
  'url',
  'verification_email',
])
