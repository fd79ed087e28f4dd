export const CHANGES_FORMATS = ['text', 'markdown', 'json'] as const

export interface ChangesOptions {
  /** A released version, or a file that `--save` wrote. */
  readonly from?: string
  readonly format: (typeof CHANGES_FORMATS)[number]
  /** The file to which the behaviour of this version is written. */
  readonly save?: string
}
