import type { HostOptions } from '../options.ts'

/** The clocks that a recorded world can have. */
export const RECORD_CLOCKS = ['frozen', 'realtime'] as const

export interface RecordOptions extends HostOptions {
  readonly scenario: string
  readonly clock: (typeof RECORD_CLOCKS)[number]
  readonly scenarioDir?: string
  readonly vocabulary?: string
  readonly out?: string
  readonly force?: boolean
}
