import type { Body } from '../mock.ts'

/** A copy of a body with a value at a place, such as `lines.item:0.price`. */
export function putAt(body: Body, place: string, value: unknown): Body {
  const [, name = '', rest] = /^([^.]*)(?:\.(.*))?$/.exec(place) ?? []
  const item = /^item:(\d+)$/.exec(name)
  const key = item ? Number(item[1]) : name
  const copy = Array.isArray(body) ? [...body] : item ? [] : { ...body }
  copy[key] = rest === undefined ? value : putAt(copy[key], rest, value)
  return copy
}
