export interface ListOptions {
  readonly scenarioDir?: string
  readonly json?: boolean
}

export interface ShowOptions extends ListOptions {
  readonly source?: boolean
}

export interface NewOptions {
  readonly dir: string
  readonly extends: string
  readonly force?: boolean
}

export interface FromOptions {
  /** The address of the service, up to `/3.0`. */
  readonly against?: string
  readonly keyEnv?: string
  readonly keyStdin?: boolean
  readonly vocabulary?: string
  readonly rate: number | 'none'
  readonly maxCalls: number
  readonly out?: string
  readonly name?: string
  readonly seed: string
  /** Largest number of members of a list that are written one by one. */
  readonly written: number
  readonly force?: boolean
}
