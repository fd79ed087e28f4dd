import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import type { Range } from '../../../kernel/world/range.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { type Linked, renderLinks } from '../answers/links.ts'
import { selectPage, slicePage } from '../requests/operation.ts'

/** The parameters of lists, as far as one has them. Without a `count`, everything is answered. */
interface ListQuery {
  readonly count?: number | undefined
  readonly offset?: number | undefined
  readonly sort_dir?: 'ASC' | 'DESC' | undefined
}

interface RowList<Path extends Ids, Query, Row, Shown, Answer> {
  /** The schema of the answer, whose links it gets. */
  readonly schema: Linked
  /** All rows that the call asks for. Throws a 404 if the path names a parent that does not exist. */
  readonly rows: (tx: ReadTx, path: Path, query: Query) => Range<Row> | readonly Row[]
  readonly newestFirstByDefault?: boolean
  readonly view: (tx: Tx, row: Row) => Shown
  /** The answer without `total_items` and `_links`. */
  readonly answer: (page: Shown[], path: Path) => Answer
}

type Ids = { readonly [parameter: string]: string }

export interface ListCall<Path, Query> {
  readonly tx: Tx
  readonly path: Path
  readonly query: Query
}

/**
 * Makes the operation that lists rows. The answer and its links take the ids of parents from the path, so it does not fit where a path may
 * name a parent otherwise, such as a member by the address.
 */
export function listRows<Path extends Ids, Query extends object, Row, Shown, Answer extends object>(
  list: RowList<Path, Query, Row, Shown, Answer>,
): (call: ListCall<Path, Query>) => Answer & { total_items: number; _links: ServiceSchemas['Link'][] } {
  const { schema, rows, newestFirstByDefault = false, view, answer } = list
  return ({ tx, path, query }) => {
    const all = rows(tx, path, query)
    const { count = Infinity, offset = 0, sort_dir = newestFirstByDefault ? 'DESC' : 'ASC' }: ListQuery = query
    const page = isArray(all) ? slicePage(all, { count, offset }) : selectPage(all, { count, offset }, sort_dir)
    const shown = page.map((row) => view(tx, row))
    const total_items = isArray(all) ? all.length : all.count
    return Object.assign(answer(shown, path), { total_items, _links: renderLinks(tx, schema, path) })
  }
}

function isArray<Row>(rows: Range<Row> | readonly Row[]): rows is readonly Row[] {
  return Array.isArray(rows)
}
