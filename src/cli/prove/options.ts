/** The options of `maildouble prove` as parsed. */
export interface ProveOptions {
  readonly base?: string
  readonly whole?: boolean
  readonly scenarioDir?: string
}
