/** One query parameter of an operation. */
export interface QueryParameter {
  readonly name: string
  readonly kind: 'integer' | 'number' | 'boolean' | 'array' | 'instant' | 'string'
  readonly minimum?: number
  readonly maximum?: number
  /** Whether more than the maximum is read as the maximum, and not refused. */
  readonly cut?: boolean
  readonly default?: number | boolean | string
  /** The values that are accepted, where there are only some. */
  readonly accepted?: readonly string[]
}

/** An operation of a contract, as far as the edge needs to know it. */
export interface Route {
  readonly id: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the base path, with parameters in braces. */
  readonly path: string
  readonly resource: string
  /** The status of a success. */
  readonly status: number
  /** The setting that decides about the status instead. */
  readonly statusSetting?: 'verified_domain_delete_status'
  readonly body: 'none' | 'optional' | 'required'
  /** The largest body in bytes, where that is another than usual. */
  readonly bodyLimit?: number
  /** The types of a body that is handed on as it was sent, YAML among them. */
  readonly texts?: readonly string[]
  /** The type of what is answered, where that is not plain JSON. */
  readonly answers?: string
  /** A setting, and the value of it under which another schema decides about the body. */
  readonly bodyWhen?: { readonly setting: 'list_required'; readonly is: string; readonly schema: string }
  /** The name under which the schemas of this path are published. */
  readonly schemaName: string
  readonly collection: boolean
  /** Whether a GET may change the world. */
  readonly writes: boolean
  /** Whether an operation of the control API sees to it itself that what it does is saved. It is not run again after a write conflict. */
  readonly ownCommit?: true
  /**
   * How calls of an operation of the control API are recorded for a replay, if not as calls that change their world: not at all, or as the
   * instant to which time advanced.
   */
  readonly recorded?: false | 'advance'
  /** Where the web application shows such a record: the path before its web id. */
  readonly dashboard?: string
  readonly query: readonly QueryParameter[]
}

/** Where a link of a resource leads. */
export interface LinkTarget {
  readonly method: string
  readonly path: string
  readonly schemaName: string
  readonly collection: boolean
  /** Whether the method takes a body. */
  readonly body: boolean
}
