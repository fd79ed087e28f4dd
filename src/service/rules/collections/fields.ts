import { readInstant, type Seconds, timestamp } from '../../../kernel/support/time.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { convertToAmount, type Money } from '../../model/requests/money.ts'
import { moneyIn } from '../requests/money.ts'

/** How bodies and answers say a stored value. */
export interface Codec<Sent, Stored, Shown> {
  readonly read: (sent: Sent) => Stored
  readonly show: (stored: Stored) => Shown
}

/** Stored as it is sent, and shown as it is stored. */
export const asIs = 'as it is'

export const money: Codec<number | string, Money, number> = { read: moneyIn, show: convertToAmount }

/** Empty texts, and what `instantMistakes` lists, are read as 0. */
export const instant: Codec<string, Seconds, string> = { read: (text) => readInstant(text) ?? 0, show: timestamp }

interface Fields {
  readonly [name: string]: typeof asIs | typeof money | typeof instant
}

type SentFields<Row, All> = {
  readonly [Name in keyof All]?:
    | (All[Name] extends { readonly read: (sent: infer Value) => unknown } ? Value : Row[Name & keyof Row])
    | undefined
}

/** Makes a function that reads the named fields of a body, as far as it has them. */
export function compileReader<Row>() {
  return <const All extends Fields>(fields: All) => {
    type Read = (body: SentFields<Row, All>) => Partial<Pick<Row, keyof All & keyof Row>>
    const lines = Object.entries(fields).map(([name, codec]) => {
      const value = codec === asIs ? `body.${checkName(name)}` : `fields.${checkName(name)}.read(body.${name})`
      return `if (body.${name} !== undefined) read.${name} = ${value}`
    })
    // oxlint-disable-next-line no-new-func
    const make = new Function('fields', `return (body) => { const read = {}\n${lines.join('\n')}\nreturn read }`)
    return make(fields) as Read
  }
}

interface ViewMembers<Row> {
  readonly [name: string]: Fields[string] | ((tx: ReadTx, row: Row) => unknown)
}

type ShownRow<Row, All> = {
  [Name in keyof All]: All[Name] extends (tx: ReadTx, row: Row) => infer Value
    ? Value
    : All[Name] extends { readonly show: (stored: never) => infer Value }
      ? Value
      : Row[Name & keyof Row]
}

/**
 * Makes the function that shows rows, with these members in this order: fields by their codecs, and others by functions. The type of the operation
 * checks the answer.
 */
export function compileView<Row>() {
  return <const All extends ViewMembers<Row>>(members: All) => {
    const entries = Object.entries(members).map(([name, member]) => {
      if (member === asIs) return `${checkName(name)}: row.${name}`
      return typeof member === 'function'
        ? `${checkName(name)}: members.${name}(tx, row)`
        : `${checkName(name)}: members.${name}.show(row.${name})`
    })
    // An object literal is many times faster than a loop over names or a spread.
    // oxlint-disable-next-line no-new-func
    const make = new Function('members', `return (tx, row) => ({ ${entries.join(', ')} })`)
    return make(members) as (tx: ReadTx, row: Row) => ShownRow<Row, All>
  }
}

const NAME = /^[a-z_\d]+$/

/** The names come from definitions, never from a request. */
function checkName(name: string): string {
  if (!NAME.test(name)) throw new Error(`${name} is not a valid field name.`)
  return name
}
