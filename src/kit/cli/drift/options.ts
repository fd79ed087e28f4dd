import type { ResultOptions } from '../comparison/write.ts'

export interface DriftCliOptions extends ResultOptions {
  readonly against: string
  readonly keyEnv?: string
  readonly keyStdin?: boolean
  readonly vocabulary?: string
  /** Calls per second, or no limit. */
  readonly rate: number | 'none'
  readonly maxCalls: number
  readonly values?: boolean
  readonly writes?: boolean
  readonly yes?: boolean
  /** The domain of the members that --writes adds. */
  readonly domain: string
}

export const RATE = 2
export const CALLS_MAX = 300
