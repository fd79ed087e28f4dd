import { type Compare, type Leading, sortedRows } from './sorted-rows.ts'

/** Maximum number of rows of a leaf, and of children of an inner node. */
const WIDTH = 32

/** Number of rows or children of a node that is built from many rows. The rest is free, so that later rows do not divide each node. */
const FILLED = 28

/** Two neighbours with at most this many rows or children together become one node. */
const JOINED_MAX = 16

/** A node of the tree, which never changes. All leaves have the same depth. */
interface Node<T> {
  /** The rows of a leaf; of an inner node, the last row below each child. */
  readonly rows: readonly T[]
  readonly children: readonly Node<T>[] | undefined
  /** Number of rows below this node. */
  readonly size: number
}

/**
 * Rows in order: a B+ tree that is cloned in constant time and copied on write. Access by position is cheap as well, since inner
 * nodes know the size of their subtrees.
 */
export class OrderedSet<T> {
  readonly #compare: Compare<T>
  #root: Node<T>

  private constructor(root: Node<T>, compare: Compare<T>) {
    this.#root = root
    this.#compare = compare
  }

  static empty<T>(compare: Compare<T>): OrderedSet<T> {
    return new OrderedSet<T>(leafOf([]), compare)
  }

  /** Sorts the rows, then builds the tree from them. Of rows that compare equal, the last one stays. */
  static of<T>(rows: readonly T[], compare: Compare<T>, leading?: Leading<T>): OrderedSet<T> {
    return new OrderedSet(treeOf(sortedRows(rows, compare, leading)), compare)
  }

  get size(): number {
    return this.#root.size
  }

  /** A copy that shares everything with this one; constant time. */
  clone(): OrderedSet<T> {
    return new OrderedSet(this.#root, this.#compare)
  }

  /** Adds a row, or replaces the one that compares equal. Returns whether the row is new. */
  add(row: T): boolean {
    const before = this.#root
    const root = withRow(before, row, this.#compare)
    this.#root = root.rows.length > WIDTH ? innerOf(halvesOf(root, true)) : root
    return root.size > before.size
  }

  /** Removes the row that compares equal, if there is one. */
  delete(row: T): void {
    let root = withoutRow(this.#root, row, this.#compare)
    for (let only = onlyChildOf(root); only; only = onlyChildOf(root)) root = only
    this.#root = root.size > 0 ? root : leafOf([])
  }

  /** The number of rows before a point. `beyond` describes the point: it returns a negative number for the rows before it. */
  rank<P>(probe: P, beyond: (row: T, probe: P) => number): number {
    let node = this.#root
    let before = 0
    while (node.children) {
      const turn = positionIn(node.rows, probe, beyond)
      for (let i = 0; i < turn; i++) before += node.children[i]?.size ?? 0
      const next = node.children[turn]
      if (!next) return before
      node = next
    }
    return before + positionIn(node.rows, probe, beyond)
  }

  /** Returns the row at a position, or `undefined` if there is none. */
  at(position: number): T | undefined {
    if (position < 0 || position >= this.size) return undefined
    let node = this.#root
    let within = position
    while (node.children) {
      let turn = 0
      let next = node.children[0]
      for (let size = next?.size ?? 0; within >= size; size = next?.size ?? 0) {
        within -= size
        next = node.children[++turn]
      }
      if (!next) return undefined
      node = next
    }
    return node.rows[within]
  }

  /** The first row that is not before the point that `beyond` describes. */
  firstFrom<P>(probe: P, beyond: (row: T, probe: P) => number): T | undefined {
    let node = this.#root
    while (node.children) {
      const next = node.children[positionIn(node.rows, probe, beyond)]
      if (!next) return undefined
      node = next
    }
    return node.rows[positionIn(node.rows, probe, beyond)]
  }

  /** The rows at positions `from` (included) to `to` (excluded). */
  between(from: number, to: number): T[] {
    const found: T[] = []
    this.each(Math.max(from, 0), to, (row) => found.push(row))
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
    const rows = (nodes: readonly Node<T>[]): T[] => nodes.flatMap((node) => node.rows)
    const [here, there] = [rows(mine), rows(theirs)]
    return { come: without(here, there), gone: without(there, here) }
  }
}

function leafOf<T>(rows: readonly T[]): Node<T> {
  return { rows, children: undefined, size: rows.length }
}

function innerOf<T>(children: readonly Node<T>[]): Node<T> {
  let size = 0
  for (const child of children) size += child.size
  return { rows: children.map(lastOf), children, size }
}

/** The last row below a node that is not empty. */
function lastOf<T>({ rows }: Node<T>): T {
  return rows[rows.length - 1] as T
}

function onlyChildOf<T>({ children }: Node<T>): Node<T> | undefined {
  return children?.length === 1 ? children[0] : undefined
}

/** A tree of rows in order. */
function treeOf<T>(rows: readonly T[]): Node<T> {
  let nodes = partsOf(rows).map((part) => leafOf(part))
  while (nodes.length > 1) nodes = partsOf(nodes).map((part) => innerOf(part))
  return nodes[0] ?? leafOf([])
}

function partsOf<Item>(items: readonly Item[]): Item[][] {
  const parts: Item[][] = []
  for (let from = 0; from < items.length; from += FILLED) parts.push(items.slice(from, from + FILLED))
  return parts
}

/** The number of rows before a point. */
function positionIn<T, P>(rows: readonly T[], probe: P, beyond: (row: T, probe: P) => number): number {
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (beyond(rows[middle] as T, probe) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** A node with a row added or replaced. It may have one child or row too many. */
function withRow<T>(node: Node<T>, row: T, compare: Compare<T>): Node<T> {
  const { rows, children } = node
  const position = positionIn(rows, row, compare)
  if (!children) {
    const isKnown = position < rows.length && compare(rows[position] as T, row) === 0
    return leafOf(rows.toSpliced(position, isKnown ? 1 : 0, row))
  }
  const turn = Math.min(position, children.length - 1)
  const child = withRow(children[turn] as Node<T>, row, compare)
  return replaced(node, turn, child.rows.length > WIDTH ? halvesOf(child, turn === children.length - 1) : [child])
}

/** A node without the row that compares equal, or the same node if there is none. */
function withoutRow<T>(node: Node<T>, row: T, compare: Compare<T>): Node<T> {
  const { rows, children } = node
  const position = positionIn(rows, row, compare)
  if (!children) {
    const isKnown = position < rows.length && compare(rows[position] as T, row) === 0
    return isKnown ? leafOf(rows.toSpliced(position, 1)) : node
  }
  const before = children[position]
  const child = before && withoutRow(before, row, compare)
  if (!child || child === before) return node
  const next = children[position + 1]
  if (next && child.rows.length + next.rows.length <= JOINED_MAX) return replaced(node, position, [joined(child, next)], 2)
  return replaced(node, position, child.size > 0 ? [child] : [])
}

/** An inner node with other children in the place of some. */
function replaced<T>({ rows, children = [], size }: Node<T>, turn: number, others: readonly Node<T>[], count = 1): Node<T> {
  let change = 0
  for (const { size: added } of others) change += added
  for (let i = 0; i < count; i++) change -= children[turn + i]?.size ?? 0
  const [only] = others
  if (count === 1 && only && others.length === 1) {
    const last = lastOf(only)
    return { rows: rows[turn] === last ? rows : rows.with(turn, last), children: children.with(turn, only), size: size + change }
  }
  return {
    rows: rows.toSpliced(turn, count, ...others.map(lastOf)),
    children: children.toSpliced(turn, count, ...others),
    size: size + change,
  }
}

/** Divides a node that is too wide. The last one of its level stays full, since rows are often added in order. */
function halvesOf<T>(node: Node<T>, isLast: boolean): Node<T>[] {
  const middle = isLast ? WIDTH : WIDTH >>> 1
  const { rows, children } = node
  if (!children) return [leafOf(rows.slice(0, middle)), leafOf(rows.slice(middle))]
  return [innerOf(children.slice(0, middle)), innerOf(children.slice(middle))]
}

/** One node for two neighbours. */
function joined<T>(node: Node<T>, next: Node<T>): Node<T> {
  if (node.children && next.children) return innerOf([...node.children, ...next.children])
  return leafOf([...node.rows, ...next.rows])
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

function walk<T>(node: Node<T>, from: number, to: number, visit: (row: T) => void): void {
  if (!node.children) {
    const end = Math.min(to, node.rows.length)
    for (let i = from; i < end; i++) visit(node.rows[i] as T)
    return
  }
  let before = 0
  for (const child of node.children) {
    const { size } = child
    if (before + size > from) walk(child, Math.max(from - before, 0), to - before, visit)
    before += size
    if (before >= to) return
  }
}
