/** The options of `maildouble scenario list`. */
export interface ListOptions {
  readonly scenarioDir?: string
  readonly json?: boolean
}

/** The options of `maildouble scenario show`. */
export interface ShowOptions extends ListOptions {
  readonly source?: boolean
}

/** The options of `maildouble scenario new`. */
export interface NewOptions {
  readonly dir: string
  readonly extends: string
  readonly force?: boolean
}
