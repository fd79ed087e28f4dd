import { readInstant, type Seconds, timestamp } from '../../kernel/support/time.ts'
import { idIn } from './requests/client-id.ts'
import { convertToAmount, type Money, moneyIn } from './requests/money.ts'

/**
 * A field of a row: its value before anything is set, how a body says it, and how an answer shows it. Without `read` and `show`, both have the stored
 * value.
 */
export interface Field<Sent, Value, Shown> {
  readonly blank: Value
  read?(sent: Sent): Value
  show?(value: Value): Shown
}

/** The fields of a row that calls set, by their names. */
export interface Fields {
  readonly [name: string]: Field<never, unknown, unknown>
}

/** A field that bodies and answers have as it is stored. */
export function plain<Value>(blank: Value): Field<Value, Value, Value> {
  return { blank }
}

export const text = plain('')

export const number = plain(0)

export const flag = plain(false)

export const money: Field<number | string, Money, number> = { blank: 0, read: moneyIn, show: convertToAmount }

/** Empty texts, and what `instantMistakes` lists, are read as 0. */
export const instant: Field<string, Seconds, string> = { blank: 0, read: (sent) => readInstant(sent) ?? 0, show: timestamp }

export const currency: Field<string, string, string> = { blank: '', read: (sent) => sent.toUpperCase() }

/** An id that the client has chosen. */
export const clientId: Field<string | number, string, string> = { blank: '', read: idIn }

/** The part of a row that some fields are. */
export type StoredFields<All extends Fields> = {
  readonly [Name in keyof All]: All[Name] extends Field<infer _Sent, infer Value, infer _Shown> ? Value : never
}

/** The fields of a row before anything is set. */
export function makeBlank<const All extends Fields>(fields: All): StoredFields<All> {
  return Object.fromEntries(Object.entries(fields).map(([name, { blank }]) => [name, blank])) as StoredFields<All>
}

/** The names of fields, in their order. */
export function findNames<const All extends Fields>(fields: All): (keyof All & string)[] {
  return Object.keys(fields)
}

/** The names of the instants among fields. */
export function findInstants<const All extends Fields>(fields: All): InstantName<All>[] {
  return Object.keys(fields).filter((name) => fields[name] === instant) as InstantName<All>[]
}

type InstantName<All extends Fields> = {
  [Name in keyof All & string]: All[Name] extends typeof instant ? Name : never
}[keyof All & string]
