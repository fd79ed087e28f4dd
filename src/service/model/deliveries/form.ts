/** A value of a form: a text, or nested values by name or index. */
export type FormValue = string | readonly FormValue[] | { readonly [name: string]: FormValue }

/** A form with nested values. */
export interface Form {
  readonly [name: string]: FormValue
}
