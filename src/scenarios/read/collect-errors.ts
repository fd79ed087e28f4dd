import { type Millis, realNow } from '../../support/time.ts'
import { standardPools } from '../generate/people.ts'
import { needsPools, type PlantingAids } from '../plant/plant.ts'
import { clockOf } from '../scenarios.ts'
import { plantOnce } from '../shared-scenarios.ts'
import { Misfit, type Path, type ScenarioError } from './scenario-error.ts'
import type { LoadedScenario, Scenario } from './scenario-source.ts'

/** One of the places at which a scenario does not fit, and what would be right. */
export interface Unfit {
  readonly path: Path
  readonly message: string
}

/** Of generated data so much is made to see whether they fit. */
const SAMPLE = 2

/** It is tried again without what did not fit for so long, and so often: in a large scenario the first mistakes have to do. */
const TRIED_MS_MAX = 2_000

/** Campaigns that are written out are sent to so many people in all, before it is too much to be tried. */
const COPIES_MAX = 1_000_000

/** Plants a scenario in a world that nobody sees, and again without what did not fit, until all that does not is known. */
export async function misfitsOf(scenario: Scenario, aids: PlantingAids, now: Millis, limit: number): Promise<Unfit[]> {
  const copies = scenario.lists.reduce((sum, { campaigns = [], members = [] }) => sum + campaigns.length * members.length, 0)
  if (copies > COPIES_MAX) {
    return [{ path: ['lists'], message: `must leave it at ${COPIES_MAX} copies of campaigns, to be tried here` }]
  }
  const draft = new Draft(scenario)
  const found: Unfit[] = []
  const began = realNow()
  while (found.length < limit && realNow() - began <= TRIED_MS_MAX) {
    const misfit = await tried(draft.scenario, { ...aids, sample: SAMPLE }, now)
    if (!misfit) break
    found.push({ path: draft.origin(misfit.path), message: misfit.message })
    if (!draft.drop(misfit.path)) break
  }
  return found
}

async function tried(scenario: Scenario, aids: PlantingAids, now: Millis): Promise<Misfit | undefined> {
  try {
    await plantOnce(scenario, aids, now)
    return undefined
  } catch (error) {
    if (error instanceof Misfit) return error
    throw error
  }
}

type Holder = { [name: string]: unknown } | unknown[]

/** A scenario from which parts can be taken out, and which knows where the others stood before. */
class Draft {
  readonly scenario: Scenario
  /** Where the items of each array stood. */
  readonly #places = new Map<unknown[], number[]>()

  constructor(scenario: Scenario) {
    this.scenario = this.#copy(scenario) as Scenario
  }

  /** The way to a place in the scenario as it was. */
  origin(path: Path): Path {
    const holders = this.#along(path)
    return path.map((step, depth) => {
      const holder = holders[depth]
      const places = Array.isArray(holder) ? this.#places.get(holder) : undefined
      return places?.[Number(step)] ?? step
    })
  }

  /** Takes out what stands at a place, or that of which it is a part that has to be there. Others may build on some things. */
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

  /** What holds each step of a way. */
  #along(path: Path): (Holder | undefined)[] {
    let at: unknown = this.scenario
    return path.map((step) => {
      const holder = isHolder(at) ? at : undefined
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
    if (!isHolder(value)) return value
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, this.#copy(item)]))
  }
}

function isHolder(value: unknown): value is Holder {
  return typeof value === 'object' && value !== null
}

/** What is wrong with a part of one of these is wrong with all of it. */
const WHOLE: ReadonlySet<unknown> = new Set(['faults', 'delivery_faults', 'timeline'])

/** Without these, what builds on them would not fit either, and that would be said in vain. */
const FOUNDATIONS: ReadonlySet<unknown> = new Set(['merge_fields', 'interest_categories', 'segments'])

function isFoundation([first, , third]: Path): boolean {
  return first === 'folders' || (first === 'lists' && FOUNDATIONS.has(third))
}

/** What has to be there where it belongs: if it does not fit, the whole thing does not. */
const NEEDED: ReadonlySet<string> = new Set([
  'at',
  'campaigns',
  'client_id',
  'count',
  'domain',
  'email_address',
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

/** So many are told. */
const MISFITS_MAX = 100

/** All places at which the data of a scenario do not fit, each with the file and the line it came from. */
export async function misfits({ scenario, conditions, mistake }: LoadedScenario): Promise<ScenarioError[]> {
  const { now } = clockOf(scenario)
  const pools = needsPools(scenario) ? await standardPools() : undefined
  const aids = { ...(pools ? { pools } : {}), ...(conditions ? { conditions } : {}) }
  const found = await misfitsOf(scenario, aids, now, MISFITS_MAX)
  return found.map(({ path, message }) => mistake(path, message))
}
