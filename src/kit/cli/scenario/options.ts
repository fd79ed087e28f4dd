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
