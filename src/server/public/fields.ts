/** The parsed fields of a form or a query. */
export interface FormFields {
  /** Values by name; for a repeated field, the last one. */
  readonly values: ReadonlyMap<string, string>
  /** The names of repeated fields. */
  readonly repeated: ReadonlySet<string>
}

/** The value of a field, if it is not empty: OAuth 2.0 treats empty fields as omitted. */
export function fieldValue({ values }: Pick<FormFields, 'values'>, name: string): string | undefined {
  return values.get(name) || undefined
}

/** Parses a URL-encoded form or query. */
export function readFields(text: string): FormFields {
  const values = new Map<string, string>()
  const repeated = new Set<string>()
  for (const [name, value] of new URLSearchParams(text)) {
    if (values.has(name)) repeated.add(name)
    values.set(name, value)
  }
  return { values, repeated }
}
