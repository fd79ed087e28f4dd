/** The author of a change and its occasion, as events, records and webhooks show them. */
export interface Caller {
  readonly ip: string
  readonly source: 'api' | 'user' | 'admin'
  /** The access token, if an application calls and not a client with an API key. */
  readonly token?: string | undefined
  /** Nothing is sent about the change: no webhooks, no emails, no feed entries. */
  readonly quiet?: boolean
  /** The change is one of many in a single call; the feed gets one entry for all. */
  readonly bulk?: boolean
  /** The campaign that caused the change, and the reason, in the words of webhooks. */
  readonly occasion?: { readonly campaign_id?: string; readonly reason?: string }
}

/** The paging parameters of every collection. */
export interface Paging {
  readonly count: number
  readonly offset: number
}

/** A call of an operation whose body has not been read. */
export interface PathCall {
  readonly id: string
  readonly method: string
  readonly path: { readonly [parameter: string]: string }
}
