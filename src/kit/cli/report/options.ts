import type { TargetOptions } from '../target.ts'

export const REPORT_FORMATS = ['text', 'html', 'markdown', 'json'] as const

export interface ReportOptions extends TargetOptions {
  readonly world?: string
  readonly format?: (typeof REPORT_FORMATS)[number]
  readonly out?: string
  readonly min?: number
  /** The file for what the calls relied on. */
  readonly pin?: string
  /** A file that `--pin` wrote. */
  readonly check?: string
}
