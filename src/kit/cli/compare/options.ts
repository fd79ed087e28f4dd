import type { ResultOptions } from '../comparison/write.ts'

export interface CompareOptions extends ResultOptions {
  /** The scenario in whose state the recordings began. */
  readonly scenario?: string
  readonly scenarioDir?: string
  readonly vocabulary?: string
  readonly host?: string
  readonly values?: boolean
}
