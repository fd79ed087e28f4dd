import { hmac } from '../../support/digest.ts'
import type { Seconds } from '../../support/time.ts'
import type { Tx } from '../../world/tx.ts'
import { errors } from '../errors.ts'

/** A place in the order of contacts: behind the one with this value in the field that is sorted by, and this number. */
export interface Place {
  readonly value: Seconds
  readonly seq: number
}

/** A place as clients carry it from one page to the next. The question, in any text that tells it from others, is sealed in. */
export function cursorAt(tx: Tx, question: string, { value, seq }: Place): string {
  return `${value.toString(RADIX)}.${seq.toString(RADIX)}.${sealOf(tx, question, value, seq)}`
}

/** The place that a cursor stands for; refuses one that was not given for this question. */
export function placeOf(tx: Tx, question: string, cursor: string): Place {
  const [, value, seq, seal] = CURSOR.exec(cursor) ?? []
  if (value !== undefined && seq !== undefined) {
    const place = { value: Number.parseInt(value, RADIX), seq: Number.parseInt(seq, RADIX) }
    if (seal === sealOf(tx, question, place.value, place.seq)) return place
  }
  throw errors.badRequest('The cursor is none that was given for this audience with these filters and this sorting.')
}

const RADIX = 36
const CURSOR = /^(-?[0-9a-z]{1,11})\.([0-9a-z]{1,11})\.([0-9a-f]{16})$/
const SEAL_DIGITS = 16

/** It depends on the seed and not on the world's id, so that a fork takes the cursors of its origin. */
function sealOf(tx: Tx, question: string, value: number, seq: number): string {
  return hmac(tx.world.seed, JSON.stringify(['contacts', question, value, seq])).slice(0, SEAL_DIGITS)
}
