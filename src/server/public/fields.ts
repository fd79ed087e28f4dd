/** The parsed fields of a form or a query. */
export interface FormFields {
  /** Values by name; for a repeated field, the last one. */
  readonly values: ReadonlyMap<string, string>
  /** All values of each repeated field. */
  readonly repeated: ReadonlyMap<string, readonly string[]>
}

/** The value of a field, if it is not empty: OAuth 2.0 treats empty fields as omitted. */
export function fieldValue({ values }: Pick<FormFields, 'values'>, name: string): string | undefined {
  return values.get(name) || undefined
}

/** All values of a field, in order. */
export function fieldValues({ values, repeated }: FormFields, name: string): readonly string[] {
  const value = values.get(name)
  return repeated.get(name) ?? (value === undefined ? [] : [value])
}

/** Parses a URL-encoded form or query. */
export function readFields(text: string): FormFields {
  const values = new Map<string, string>()
  const repeated = new Map<string, string[]>()
  for (const [name, value] of new URLSearchParams(text)) {
    const [earlier, several] = [values.get(name), repeated.get(name)]
    if (several) several.push(value)
    else if (earlier !== undefined) repeated.set(name, [earlier, value])
    values.set(name, value)
  }
  return { values, repeated }
}
