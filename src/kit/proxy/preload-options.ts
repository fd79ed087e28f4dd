/** The variable by which the module that Node loads first learns of the proxy: its options as JSON. */
export const PRELOAD = 'MAILDOUBLE_PROXY'

export interface PreloadOptions {
  readonly proxy: string
  readonly hosts: readonly string[]
  readonly isOffline: boolean
}
