/** The clocks that a recorded world can have. */
export const RECORD_CLOCKS = ['frozen', 'realtime'] as const

export interface RecordOptions {
  readonly scenario: string
  readonly clock: (typeof RECORD_CLOCKS)[number]
  readonly scenarioDir?: string
  readonly out?: string
  readonly force?: boolean
}
