import { timestamp } from '../../../kernel/support/time.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { type AddressedWorld, withOwnAddress } from '../urls/own-address.ts'
import type { Form, FormValue } from '../../model/deliveries/delivery.ts'

/** A form as `application/x-www-form-urlencoded`: `data[merges][FNAME]=Ada`, with brackets percent-encoded and spaces as `+`. */
export function encodeForm(form: Form): string {
  const encoded = new URLSearchParams()
  const add = (name: string, value: FormValue): void => {
    if (typeof value === 'string') encoded.append(name, value)
    else for (const [below, each] of Object.entries(value)) add(`${name}[${below}]`, each)
  }
  for (const [name, value] of Object.entries(form)) add(name, value)
  return encoded.toString()
}

/** Converts plain data to values of a form. Missing values are left out. */
export function formValue(value: unknown): FormValue {
  if (Array.isArray(value)) return value.map(formValue)
  if (typeof value !== 'object' || value === null) return String(value ?? '')
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) => (each === undefined ? [] : [[name, formValue(each)] as const])),
  )
}

/** A form with each text changed. */
export function eachText(form: Form, change: (text: string) => string): Form {
  const changed = (value: FormValue): FormValue => {
    if (typeof value === 'string') return change(value)
    return isList(value) ? value.map(changed) : eachText(value, change)
  }
  return Object.fromEntries(Object.entries(form).map(([name, value]) => [name, changed(value)]))
}

/** A form without the value at a path. */
export function withoutField(form: Form, path: readonly string[]): Form {
  const [name = '', ...below] = path
  return Object.fromEntries(
    Object.entries(form).flatMap(([each, value]) => {
      if (each !== name) return [[each, value] as const]
      if (below.length === 0) return []
      return [[each, typeof value === 'string' ? value : withoutItem(value, below)] as const]
    }),
  )
}

function withoutItem(value: Exclude<FormValue, string>, path: readonly string[]): FormValue {
  return isList(value) ? Object.values(withoutField(Object.fromEntries(value.entries()), path)) : withoutField(value, path)
}

function isList(value: FormValue): value is readonly FormValue[] {
  return Array.isArray(value)
}

/** A delivery with its texts as its world sends and shows them. */
export function shownDelivery<D extends { readonly payload: Form; readonly body: string }>(
  world: AddressedWorld,
  delivery: D,
): D {
  const body = withOwnAddress(world, delivery.body)
  if (body === delivery.body) return delivery
  return { ...delivery, body, payload: eachText(delivery.payload, (text) => withOwnAddress(world, text)) }
}

/** The instant of a transaction as webhooks write it, in UTC: `2021-07-28 08:06:59`. */
export function firedAt(tx: ReadTx): string {
  return timestamp(tx.now).slice(0, 19).replace('T', ' ')
}
