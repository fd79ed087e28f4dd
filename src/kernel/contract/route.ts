/** One query parameter of an operation. */
export interface QueryParameter {
  readonly name: string
  readonly kind: 'integer' | 'number' | 'boolean' | 'array' | 'instant' | 'string'
  readonly minimum?: number
  readonly maximum?: number
  /** Whether a value above the maximum is read as the maximum instead of being rejected. */
  readonly cut?: boolean
  readonly default?: number | boolean | string
  /** The accepted values, if they are limited. */
  readonly accepted?: readonly string[]
}

/** An operation of a contract, as far as the server edge needs it. */
export interface Route {
  readonly id: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the base path, with parameters in braces. */
  readonly path: string
  readonly resource: string
  /** The status of a successful answer. */
  readonly status: number
  /** The setting that determines the status instead. */
  readonly statusSetting?: 'verified_domain_delete_status'
  /** A setting, and its value with which the operation exists. */
  readonly existsWhen?: { readonly setting: 'authorized_apps.link'; readonly is: string }
  readonly body: 'none' | 'optional' | 'required'
  /** Maximum size of the body in bytes, if it differs from the default. */
  readonly bodyLimit?: number
  /** The content types of a body that handlers get as text, YAML among them. */
  readonly texts?: readonly string[]
  /** The content type of the answer, if it is not plain JSON. */
  readonly answers?: string
  /** A setting, and its value for which another schema applies to the body. */
  readonly bodyWhen?: { readonly setting: 'list_required'; readonly is: string; readonly schema: string }
  /** Whether an error lists everything that is wrong with a body, with places in arrays as `lines.item:0`, and not only the first. */
  readonly allErrors?: true
  /** The name under which the schemas of this path are published. */
  readonly schemaName: string
  /** Where the schema of its body, of its answer and of its query are published, below `/schema/3.0/`. */
  readonly bodySchema?: string
  readonly answerSchema?: string
  readonly querySchema?: string
  readonly collection: boolean
  /** Whether a GET may change the world. */
  readonly writes: boolean
  /**
   * How calls of an operation of the control API are recorded for a replay, if not as calls that change their world: not at all, or
   * as the instant to which time advanced.
   */
  readonly recorded?: false | 'advance'
  /** The page of the object in the web application, without the web id. */
  readonly dashboard?: string
  readonly query: readonly QueryParameter[]
}

/** The target of a link of a resource. Its schemas are below `/schema/3.0/`. */
export interface LinkTarget {
  readonly method: string
  readonly path: string
  /** The schema of the answer. */
  readonly targetSchema?: string
  /** The schema of the body, or of the query of a GET. */
  readonly schema?: string
}

/** Parameters that an operation may have none of: an empty object if its contract names none. */
export type Filled<T> = [NonNullable<T>] extends [never] ? Record<never, never> : NonNullable<T>
