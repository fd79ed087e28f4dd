/** The options of `maildouble record` as parsed. */
export interface RecordOptions {
  readonly scenario: string
  readonly scenarioDir?: string
  readonly out?: string
  readonly force?: boolean
}
