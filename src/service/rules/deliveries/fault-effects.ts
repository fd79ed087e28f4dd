import { DAY_MS } from '../../../kernel/support/units-of-time.ts'
import type { DeliveryEffect } from '../../../kernel/contract/names.ts'
import { pointerMistake, parsePointer, valueAt } from '../../../kernel/support/json-pointer.ts'
import { readDuration, type Millis } from '../../../kernel/support/time.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import type { DeliveryRow, Post, Form } from '../../model/deliveries/delivery.ts'
import { withoutField } from './payload.ts'
import { planTurn, waitingToBeOvertaken } from './queue.ts'

/** How the effect of a delivery fault acts: everything that distinguishes it from the others, except for its schema. */
interface DeliveryEffectKind {
  /** What is wrong with the value and the schema cannot express: the member of the effect, and what would be right. */
  readonly mistake?: { readonly member: string; readonly message: string } | undefined
  /** Whether it can affect a delivery; otherwise the fault does not fire for the delivery. By default it always can. */
  readonly canAffect?: (tx: Tx, post: Post) => boolean
  /** The fields of a delivery that does not join the queue of its webhook, or how often the delivery joins the queue. */
  readonly act: (tx: Tx, delivery_id: number, fault_id: number) => OffQueue | 'once' | 'twice'
  /** Changes the payload; by default it stays as it is. */
  readonly change?: (payload: Form) => Form
}

/** The fields of a delivery that does not join the queue of its webhook. */
type OffQueue = Partial<Pick<DeliveryRow, 'status' | 'turn' | 'plan' | 'reason'>>

type DeliveryEffectWord = Extract<DeliveryEffect, string>

/** The effect of a delivery fault. */
export function chooseEffectKind(effect: DeliveryEffect): DeliveryEffectKind {
  if (typeof effect === 'string') return words[effect]
  return effect.omit ? omitting(effect.omit) : delayed(effect.delay)
}

/** The kinds of effects that need no value. */
const words: { readonly [Word in DeliveryEffectWord]: DeliveryEffectKind } = {
  duplicate: { act: () => 'twice' },

  drop: { act: (_tx, _id, fault_id) => ({ status: 'recorded', reason: `The delivery fault ${fault_id} dropped it.` }) },

  reorder: {
    // A delivery that overtakes one that was held back is not held back itself.
    canAffect: (tx, { webhook_id }) => !waitingToBeOvertaken(tx, webhook_id),
    act: (tx, id) => ({ turn: 'behind', plan: planTurn(tx, 'deliveries.release', id, tx.nowMs + OVERTAKEN_WITHIN_MS) }),
  },
}

/** Whether a text is an effect that needs no value. */
export function isDeliveryEffectWord(text: string): text is DeliveryEffectWord {
  return Object.hasOwn(words, text)
}

/** Longest time a delivery waits to be overtaken, in the time of the world. */
const OVERTAKEN_WITHIN_MS: Millis = 60_000

/** Longest delay of a delivery: a year. */
const DELAY_MS_MAX = 365 * DAY_MS

function delayed(delay: string | number): DeliveryEffectKind {
  const ms = readDuration(delay)
  const isRight = ms !== undefined && ms >= 0 && ms <= DELAY_MS_MAX
  const expected = 'must be milliseconds or an ISO 8601 duration such as PT5S, not negative and at most P365D'
  return {
    mistake: isRight ? undefined : { member: 'delay', message: `${expected}; ${JSON.stringify(delay).slice(0, 100)} is not.` },
    act: (tx, id) => ({ turn: 'later', plan: planTurn(tx, 'deliveries.release', id, tx.nowMs + (ms ?? 0)) }),
  }
}

/** Leaves out fields of the payload. */
function omitting(pointers: readonly string[]): DeliveryEffectKind {
  const mistakes = pointers.flatMap((pointer, i) => {
    const message = pointerMistake(pointer)
    return message === undefined ? [] : [{ member: `omit/${i}`, message: `is ${JSON.stringify(pointer)}, ${message}` }]
  })
  return {
    mistake: mistakes[0],
    canAffect: (_tx, { payload }) => pointers.some((pointer) => valueAt(payload, pointer) !== undefined),
    act: () => 'once',
    change: (payload) => pointers.reduce((left, pointer) => withoutField(left, parsePointer(pointer)), payload),
  }
}
