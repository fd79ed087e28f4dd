/** What a form or a query says. */
export interface Fields {
  /** By name; of a field that comes twice, the last. */
  readonly values: ReadonlyMap<string, string>
  /** The names of fields that came more than once. */
  readonly repeated: ReadonlySet<string>
}

/** A field that was sent with something in it: OAuth 2.0 takes empty ones for not sent. */
export function filled({ values }: Pick<Fields, 'values'>, name: string): string | undefined {
  return values.get(name) || undefined
}

/** Reads the encoding of forms and queries. */
export function readFields(text: string): Fields {
  const values = new Map<string, string>()
  const repeated = new Set<string>()
  for (const [name, value] of new URLSearchParams(text)) {
    if (values.has(name)) repeated.add(name)
    values.set(name, value)
  }
  return { values, repeated }
}
