/** Where a value breaks its schema. */
export interface SchemaError {
  readonly instancePath: string
  readonly keyword: string
  readonly message?: string
  readonly params: { readonly [name: string]: unknown }
  /** The value of the keyword, and the value that broke it. */
  readonly schema?: unknown
  readonly data?: unknown
  readonly parentSchema?: { readonly [keyword: string]: unknown }
}

/** A generated check; the first error stands in `errors` after it said no. */
export interface ValidateFunction {
  (value: unknown): boolean
  errors?: SchemaError[] | null
}

/**
 * The generated checks of one resource: `request_<operationId>`, `request_<operationId>_when` for where a setting asks for
 * something else, and `response_<operationId>`.
 */
export type Validators = { readonly [name: string]: ValidateFunction }
