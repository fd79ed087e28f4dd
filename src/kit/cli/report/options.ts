import type { TargetOptions } from '../target.ts'

export const REPORT_FORMATS = ['text', 'html', 'markdown', 'json'] as const

export interface ReportOptions extends TargetOptions {
  readonly world?: string
  readonly format?: (typeof REPORT_FORMATS)[number]
  readonly out?: string
  /** Whether what was never called is listed. */
  readonly unseen?: boolean
  /** The file for what the calls relied on. */
  readonly pin?: string
  /** A file that `--pin` wrote. */
  readonly check?: string
}
