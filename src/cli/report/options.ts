import type { TargetOptions } from '../target.ts'

/** How a report can be written. */
export const REPORT_FORMATS = ['text', 'html', 'markdown', 'json'] as const

/** The options of `maildouble report`, as the command line parser hands them over. */
export interface ReportOptions extends TargetOptions {
  readonly world?: string
  readonly format?: (typeof REPORT_FORMATS)[number]
  readonly out?: string
  readonly min?: number
}
