export interface OpenapiOptions {
  readonly control?: boolean
  readonly vocabulary?: string
  readonly lenient?: boolean
}
