import type { ResultFiles } from '../comparison/write.ts'

export interface CompareOptions extends ResultFiles {
  /** The scenario in whose state the recordings began. */
  readonly scenario?: string
  readonly scenarioDir?: string
  readonly vocabulary?: string
  readonly host?: string
  readonly values?: boolean
}
