/** For whom `serve` prints what it does: people, programs, or nobody. */
export type LogMode = 'pretty' | 'json' | 'silent'

/** How time is to pass, as it stands on the command line. */
export interface ClockOption {
  readonly mode: 'frozen' | 'realtime' | 'scaled'
  readonly rate: number
}

/** The options of `maildouble serve`, as the command line parser hands them over. */
export interface ServeOptions {
  readonly port: number
  readonly host: string
  /** Nothing where none was given: a world that is kept goes on then, whatever its scenario. */
  readonly scenario?: string
  readonly scenarioDir?: string
  readonly seed?: string
  /** Left out, the scenario decides. */
  readonly clock?: ClockOption
  readonly publicUrl?: string
  readonly controlToken?: string
  readonly allowHost?: readonly string[]
  readonly allowOrigin?: string | readonly string[]
  readonly redirectUri?: string
  readonly allowEgress?: string | readonly string[]
  readonly log: LogMode
  readonly watch?: boolean
  readonly data?: string
  readonly store?: string
  readonly recover?: boolean
  readonly worldTtl?: string
}
