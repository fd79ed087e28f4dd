/** The audience of the log: people, programs, or none. */
export type LogMode = 'pretty' | 'json' | 'silent'

/** A clock mode as given on the command line. */
export interface ClockOption {
  readonly mode: 'frozen' | 'realtime' | 'scaled'
  readonly rate: number
}

export interface ServeOptions {
  readonly port: number
  readonly host: string
  /** `undefined` if not given: a saved world then continues, whatever its scenario. */
  readonly scenario?: string
  readonly scenarioDir?: string
  /** An outage of the scenario, in which its world starts. */
  readonly outage?: string
  /** What wins where recordings of the service contradict its reference. */
  readonly like?: 'reference' | 'recorded'
  /** A file with the words of the deployment. */
  readonly vocabulary?: string
  /** A file with the result of `drift` or `compare`. */
  readonly evidence?: string
  readonly seed?: string
  /** By default the scenario decides. */
  readonly clock?: ClockOption
  readonly publicUrl?: string
  readonly controlToken?: string
  readonly sharedKey?: string
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
  readonly journalBytes?: number
  readonly open?: boolean
  /** Whether the server ends when its standard input ends. */
  readonly stdinEnd?: boolean
}
