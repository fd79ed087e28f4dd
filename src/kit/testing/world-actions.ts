import type { Schemas } from '../client/contract.ts'
import { isObject } from '../../kernel/support/is-object.ts'
import { readInstantMillis } from '../../kernel/support/time.ts'

type Bundle = Schemas['Bundle']
type BundleStep = Bundle['steps'][number]

/** What a test does in a world besides calls: it fires a trigger, or advances the clock. */
export interface WorldAction {
  readonly kind: 'trigger' | 'advance'
  /** Its time in the world, ISO 8601. */
  readonly at: string
  /** The time at its end, which an advance has reached. */
  readonly until: string
  /** The position among calls and attempts, in milliseconds of real time: the time of the last call or attempt before the action. */
  readonly order: number
  /** The number of its step. */
  readonly step: number
  readonly text: string
}

/** The order of what happened in a world. */
export interface WorldOrder {
  readonly actions: readonly WorldAction[]
  /** The numbers of the steps of calls by id, and of attempts by `attemptKey`. */
  readonly steps: ReadonlyMap<string, number>
}

/** Identifies an attempt of a delivery. */
export function attemptKey(delivery: number, real_at: string): string {
  return `${delivery} ${real_at}`
}

/** Reads the order of what happened from a bundle. The calls of the journal are its last ones: others have been evicted or cleared. */
export function orderIn({ steps: all, origin }: Bundle, requests: readonly Schemas['Request'][]): WorldOrder {
  const calls = requests.filter(({ via }) => via === 'http')
  const offset = all.filter(({ step }) => step === 'request').length - calls.length
  const actions: WorldAction[] = []
  const steps = new Map<string, number>()
  let requestsSeen = 0
  let order = 0
  let now = origin.now
  /** Where the advance that is under way began: a frozen clock moves in advances only, and the step of an advance is at its end. */
  let began: Pick<WorldAction, 'at' | 'order' | 'step'> | undefined
  for (const [step, each] of all.entries()) {
    if (origin.clock.mode === 'frozen' && each.at > now) began ??= { at: now, order, step: step - BEFORE }
    now = each.at
    if (each.step === 'request') {
      const call = calls[requestsSeen++ - offset]
      if (call) steps.set(call.id, step)
      order = millisOf(call?.real_at) ?? order
    }
    if (each.step === 'outcome') {
      steps.set(attemptKey(each.delivery, each.found.real_at), step)
      order = millisOf(each.found.real_at) ?? order
    }
    const action = describeAction(each)
    if (!action) continue
    actions.push({ ...action, until: each.at, ...(action.kind === 'advance' && began ? began : { at: each.at, order, step }) })
    began = undefined
  }
  return { actions, steps }
}

/** What places an advance before the first step of its own. */
const BEFORE = 0.5

function millisOf(instant: string | undefined): number | undefined {
  return instant === undefined ? undefined : readInstantMillis(instant)
}

function describeAction(each: BundleStep): Pick<WorldAction, 'kind' | 'text'> | undefined {
  if (each.step === 'advance') {
    const { by, to } = each.body
    const far = by === undefined ? (to ?? 'until idle') : typeof by === 'number' ? `${by} ms` : by
    return { kind: 'advance', text: `advance ${far}` }
  }
  if (each.step !== 'control' || each.path !== '/triggers') return undefined
  const { trigger, ...given } = isObject(each.body) ? each.body : {}
  const about = SUBJECTS.map((name) => given[name]).find((value) => typeof value === 'string')
  return { kind: 'trigger', text: ['trigger', trigger, about].filter((part) => typeof part === 'string').join(' ') }
}

/** The members of a trigger that name its subject, the most telling first. */
const SUBJECTS = ['email_address', 'campaign_id', 'domain_name', 'list_id']
