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
  readonly anyOf?: readonly JsonSchema[]
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  /** The table, and the field of its rows, from which a value can be picked. */
  readonly 'x-picks'?: { readonly table: string; readonly field: string }
  /** The kind of name that it holds, such as `operation`. */
  readonly 'x-names'?: string
}

/** A JSON object that a form fills in. */
export type FormValue = Readonly<Record<string, unknown>>

/** A schema with several forms as one that a field can be made from: the types of all, and the words of the first that has any. */
export function plainSchema(schema: JsonSchema): JsonSchema {
  const { anyOf = [], ...rest } = schema
  if (rest.type !== undefined || anyOf.length === 0) return rest
  const types = anyOf.flatMap(({ type = [] }) => type)
  return { ...anyOf[0], ...rest, type: types }
}

/** A form value with one member changed; without a value, the member is left out. */
export function withMember(value: FormValue, name: string, member: unknown): FormValue {
  return Object.fromEntries([
    ...Object.entries(value).filter(([each]) => each !== name),
    ...(member === undefined ? [] : [[name, member] as const]),
  ])
}
