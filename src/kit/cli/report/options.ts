import type { TargetOptions } from '../target.ts'

/** The formats of a report. */
export const REPORT_FORMATS = ['text', 'html', 'markdown', 'json'] as const

/** The options of `maildouble report` as parsed. */
export interface ReportOptions extends TargetOptions {
  readonly world?: string
  readonly format?: (typeof REPORT_FORMATS)[number]
  readonly out?: string
  readonly min?: number
}
