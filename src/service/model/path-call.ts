/** A call of an operation whose body has not been read. */
export interface PathCall {
  readonly id: string
  readonly method: string
  readonly path: { readonly [parameter: string]: string }
}
