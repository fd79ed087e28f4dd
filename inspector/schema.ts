/** The part of JSON Schema that forms are made from. */
export interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly description?: string
  readonly default?: unknown
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly minimum?: number
  readonly maximum?: number
}

/** A JSON object that a form fills in. */
export type FormValue = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is FormValue {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A form value with one member changed; without a value, the member is left out. */
export function withMember(value: FormValue, name: string, member: unknown): FormValue {
  return Object.fromEntries([
    ...Object.entries(value).filter(([each]) => each !== name),
    ...(member === undefined ? [] : [[name, member] as const]),
  ])
}
