import sortedBtree from 'sorted-btree'

type Tree<T> = InstanceType<typeof sortedBtree.default<T, undefined>>

// The package is CommonJS: its default import is the whole module in Node, and the class itself in Vitest.
const BTree = ('default' in sortedBtree ? sortedBtree.default : sortedBtree) as typeof sortedBtree.default

/** Compares two keys: negative, zero or positive. */
export type Compare<T> = (a: T, b: T) => number

/** A node of the tree, as far as access by position needs it (sorted-btree 2.1, pinned). */
interface Node<T> {
  readonly keys: T[]
  readonly children?: Node<T>[]
  size(): number
  indexOf<P>(key: P, failXor: number, compare: (key: T, probe: P) => number): number
}

/**
 * Rows in order, without values: a B+ tree that is cloned in constant time and copied on write. Access by position is cheap as
 * well, since inner nodes know the size of their subtrees.
 */
export class OrderedSet<T> {
  readonly #tree: Tree<T>
  readonly #compare: Compare<T>

  private constructor(tree: Tree<T>, compare: Compare<T>) {
    this.#tree = tree
    this.#compare = compare
  }

  static empty<T>(compare: Compare<T>): OrderedSet<T> {
    return new OrderedSet(new BTree<T, undefined>(undefined, compare), compare)
  }

  /** Sorts the rows, then fills the tree in one go. */
  static of<T>(rows: readonly T[], compare: Compare<T>): OrderedSet<T> {
    const set = OrderedSet.empty(compare)
    for (const row of rows.toSorted(compare)) set.#tree.set(row, undefined)
    return set
  }

  get size(): number {
    return this.#tree.size
  }

  /** A copy that shares everything with this one; constant time. */
  clone(): OrderedSet<T> {
    return new OrderedSet(this.#tree.clone(), this.#compare)
  }

  /** Adds a row, or replaces the one that compares equal. Returns whether the row is new. */
  add(row: T): boolean {
    return this.#tree.set(row, undefined)
  }

  delete(row: T): void {
    this.#tree.delete(row)
  }

  /** The number of rows before a point. `beyond` describes the point: it returns a negative number for the rows before it. */
  rank<P>(probe: P, beyond: (row: T, probe: P) => number): number {
    let node = this.#root
    let before = 0
    while (node.children) {
      const turn = node.indexOf(probe, 0, beyond)
      for (let i = 0; i < turn && i < node.children.length; i++) before += node.children[i]?.size() ?? 0
      const next = node.children[turn]
      if (!next) return before
      node = next
    }
    return before + node.indexOf(probe, 0, beyond)
  }

  /** Returns the row at a position, or `undefined` if there is none. */
  at(position: number): T | undefined {
    if (position < 0 || position >= this.size) return undefined
    let node = this.#root
    let within = position
    while (node.children) {
      let turn = 0
      let next = node.children[0]
      for (let size = next?.size() ?? 0; within >= size; size = next?.size() ?? 0) {
        within -= size
        next = node.children[++turn]
      }
      if (!next) return undefined
      node = next
    }
    return node.keys[within]
  }

  /** The first row that is not before the point that `beyond` describes. */
  firstFrom<P>(probe: P, beyond: (row: T, probe: P) => number): T | undefined {
    let node = this.#root
    while (node.children) {
      const next = node.children[node.indexOf(probe, 0, beyond)]
      if (!next) return undefined
      node = next
    }
    return node.keys[node.indexOf(probe, 0, beyond)]
  }

  /** The rows at positions `from` (included) to `to` (excluded). */
  between(from: number, to: number): T[] {
    const found: T[] = []
    if (from < to) collect(this.#root, Math.max(from, 0), to, found)
    return found
  }

  /** Visits the rows at positions `from` (included) to `to` (excluded) without copying them. */
  each(from: number, to: number, visit: (row: T) => void): void {
    if (from < to) walk(this.#root, from, to, visit)
  }

  /**
   * The rows that are here but not in another set of the same order, and the other way round, by identity. Subtrees that both share
   * are skipped, so the cost depends on the number of differences.
   */
  differenceFrom(other: OrderedSet<T>): { readonly come: readonly T[]; readonly gone: readonly T[] } {
    let [mine, theirs] = [[this.#root], [other.#root]]
    let [height, otherHeight] = [heightOf(this.#root), heightOf(other.#root)]
    for (;;) {
      // All leaves have the same depth, so a shared subtree is found at the same height in both.
      if (height === otherHeight) [mine, theirs] = [without(mine, theirs), without(theirs, mine)]
      if (height === 0 && otherHeight === 0) break
      const upper = Math.max(height, otherHeight)
      if (height === upper) mine = childrenOf(mine)
      if (otherHeight === upper) theirs = childrenOf(theirs)
      height = Math.min(height, upper - 1)
      otherHeight = Math.min(otherHeight, upper - 1)
    }
    const rows = (nodes: readonly Node<T>[]): T[] => nodes.flatMap(({ keys }) => keys)
    const [here, there] = [rows(mine), rows(theirs)]
    return { come: without(here, there), gone: without(there, here) }
  }

  get #root(): Node<T> {
    return (this.#tree as unknown as { _root: Node<T> })._root
  }
}

function heightOf<T>(root: Node<T>): number {
  let height = 0
  for (let node = root; node.children?.[0]; node = node.children[0]) height++
  return height
}

function childrenOf<T>(nodes: readonly Node<T>[]): Node<T>[] {
  return nodes.flatMap(({ children }) => children ?? [])
}

/** The items of one list that are not in another. */
function without<Item>(items: readonly Item[], others: readonly Item[]): Item[] {
  const excluded = new Set(others)
  return items.filter((item) => !excluded.has(item))
}

function collect<T>(node: Node<T>, from: number, to: number, found: T[]): void {
  walk(node, from, to, (row) => found.push(row))
}

function walk<T>(node: Node<T>, from: number, to: number, visit: (row: T) => void): void {
  if (!node.children) {
    const end = Math.min(to, node.keys.length)
    for (let i = from; i < end; i++) visit(node.keys[i] as T)
    return
  }
  let before = 0
  for (const child of node.children) {
    const size = child.size()
    if (before + size > from) walk(child, Math.max(from - before, 0), to - before, visit)
    before += size
    if (before >= to) return
  }
}
