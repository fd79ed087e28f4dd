export interface OpenapiOptions {
  readonly control?: boolean
  readonly vocabulary?: string
  readonly strict?: boolean
}
