/** The paging parameters of every collection. */
export interface Paging {
  readonly count: number
  readonly offset: number
}
