import { type Compare, type Leading, sortedRows } from './sorted-rows.ts'

/** Maximum number of rows of a leaf, and of children of an inner node. */
const WIDTH = 32

/** Number of rows or children of a node that is built from many rows. The rest is free, so that later rows do not divide each node. */
const FILLED = 28

/** Two neighbours with at most this many rows or children together become one node. */
const JOINED_MAX = 16

/** A node of the tree. All leaves have the same depth. */
interface Node<T> {
  /** Identifies the set that may change this node in place, until that set is cloned. Every other set copies the node. */
  readonly owner: object
  /** The rows of a leaf; of an inner node, the last row below each child. */
  readonly rows: T[]
  readonly children: Node<T>[] | undefined
  /** Number of rows below this node. */
  size: number
}

/**
 * Rows in order: a B+ tree that is cloned in constant time and copied on write. A position is found in as many steps as a row, since inner nodes know the
 * size of their subtrees.
 */
export class OrderedSet<T> {
  readonly #compare: Compare<T>
  #root: Node<T>
  #owner: object = {}

  private constructor(root: Node<T>, compare: Compare<T>) {
    this.#root = root
    this.#compare = compare
  }

  static empty<T>(compare: Compare<T>): OrderedSet<T> {
    return new OrderedSet<T>(makeLeaf(NO_OWNER, []), compare)
  }

  /** Sorts the rows, then builds the tree from them. Of rows that compare equal, the last one stays. */
  static of<T>(rows: readonly T[], compare: Compare<T>, leading?: Leading<T>): OrderedSet<T> {
    return new OrderedSet(buildTree(sortedRows(rows, compare, leading)), compare)
  }

  get size(): number {
    return this.#root.size
  }

  /** A copy that shares everything with this one; constant time. */
  clone(): OrderedSet<T> {
    this.#owner = {}
    return new OrderedSet(this.#root, this.#compare)
  }

  /** Adds a row, or replaces the one that compares equal. Returns whether the row is new. */
  add(row: T): boolean {
    const { size } = this.#root
    const root = withRow(this.#root, row, this.#compare, this.#owner)
    this.#root = root.rows.length > WIDTH ? makeInner(this.#owner, halve(root, true)) : root
    return root.size > size
  }

  /** Removes the row that compares equal, if there is one. */
  delete(row: T): void {
    let root = withoutRow(this.#root, row, this.#compare, this.#owner)
    for (let only = onlyChildOf(root); only; only = onlyChildOf(root)) root = only
    this.#root = root.size > 0 ? root : makeLeaf(NO_OWNER, [])
  }

  /** The positions of the rows that compare equal to a probe: from the first (included) to the last (excluded). */
  span<P>(probe: P, compare: (row: T, probe: P) => number): readonly [from: number, to: number] {
    // Few rows are equal as a rule, so the way to the first is the way to the last until it forks.
    let node = this.#root
    let before = 0
    while (node.children) {
      const turn = positionIn(node.rows, probe, compare)
      const next = node.children[turn]
      if (!next || compare(lastOf(next), probe) === 0) break
      for (let i = 0; i < turn; i++) before += node.children[i]?.size ?? 0
      node = next
    }
    return [before + rankIn(node, probe, compare, false), before + rankIn(node, probe, compare, true)]
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

  /** The first row that does not compare less than the probe. */
  firstFrom<P>(probe: P, compare: (row: T, probe: P) => number): T | undefined {
    let node = this.#root
    while (node.children) {
      const next = node.children[positionIn(node.rows, probe, compare)]
      if (!next) return undefined
      node = next
    }
    return node.rows[positionIn(node.rows, probe, compare)]
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
   * The rows that are only in this set, and the rows that are only in another set of the same order, by identity. Shared subtrees
   * are skipped, so the cost depends on the number of differences.
   */
  differenceFrom(other: OrderedSet<T>): { readonly come: readonly T[]; readonly gone: readonly T[] } {
    let [mine, theirs] = [[this.#root], [other.#root]]
    let [height, otherHeight] = [measureHeight(this.#root), measureHeight(other.#root)]
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

/** The owner of nodes that are always copied. */
const NO_OWNER = {}

function makeLeaf<T>(owner: object, rows: T[]): Node<T> {
  return { owner, rows, children: undefined, size: rows.length }
}

function makeInner<T>(owner: object, children: Node<T>[]): Node<T> {
  let size = 0
  for (const child of children) size += child.size
  return { owner, rows: children.map(lastOf), children, size }
}

/** The last row below a node that is not empty. */
function lastOf<T>({ rows }: Node<T>): T {
  return rows[rows.length - 1] as T
}

function onlyChildOf<T>({ children }: Node<T>): Node<T> | undefined {
  return children?.length === 1 ? children[0] : undefined
}

/** A tree of rows in order. */
function buildTree<T>(rows: readonly T[]): Node<T> {
  let nodes = cutIntoParts(rows).map((part) => makeLeaf(NO_OWNER, part))
  while (nodes.length > 1) nodes = cutIntoParts(nodes).map((part) => makeInner(NO_OWNER, part))
  return nodes[0] ?? makeLeaf(NO_OWNER, [])
}

function cutIntoParts<Item>(items: readonly Item[]): Item[][] {
  const parts: Item[][] = []
  for (let from = 0; from < items.length; from += FILLED) parts.push(items.slice(from, from + FILLED))
  return parts
}

/** The number of rows that compare less than a probe, or also equal if the position is `after` them. */
function positionIn<T, P>(rows: readonly T[], probe: P, compare: (row: T, probe: P) => number, after = false): number {
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const difference = compare(rows[middle] as T, probe)
    if (difference < 0 || (after && difference === 0)) low = middle + 1
    else high = middle
  }
  return low
}

/** The number of rows below a node that are before a point. */
function rankIn<T, P>(root: Node<T>, probe: P, compare: (row: T, probe: P) => number, after: boolean): number {
  let node = root
  let before = 0
  while (node.children) {
    const turn = positionIn(node.rows, probe, compare, after)
    for (let i = 0; i < turn; i++) before += node.children[i]?.size ?? 0
    const next = node.children[turn]
    if (!next) return before
    node = next
  }
  return before + positionIn(node.rows, probe, compare, after)
}

/** The number of rows at a position that compare equal to a row: one or none. */
function countEqual<T>(rows: readonly T[], position: number, row: T, compare: Compare<T>): number {
  return position < rows.length && compare(rows[position] as T, row) === 0 ? 1 : 0
}

/** A node with a row added or replaced. It may have one child or row too many. */
function withRow<T>(node: Node<T>, row: T, compare: Compare<T>, owner: object): Node<T> {
  const position = positionIn(node.rows, row, compare)
  if (!node.children) return leafWith(node, position, countEqual(node.rows, position, row, compare), [row], owner)
  const turn = Math.min(position, node.children.length - 1)
  const before = node.children[turn] as Node<T>
  const { size } = before
  const child = withRow(before, row, compare, owner)
  const nodes = child.rows.length > WIDTH ? halve(child, turn === node.children.length - 1) : [child]
  return innerWith(node, turn, 1, nodes, child.size - size, owner)
}

/** A node without the row that compares equal, or the same node if there is none. */
function withoutRow<T>(node: Node<T>, row: T, compare: Compare<T>, owner: object): Node<T> {
  const position = positionIn(node.rows, row, compare)
  if (!node.children) {
    return countEqual(node.rows, position, row, compare) === 0 ? node : leafWith(node, position, 1, [], owner)
  }
  const before = node.children[position]
  if (!before) return node
  const { size } = before
  const child = withoutRow(before, row, compare, owner)
  if (child.size === size) return node
  const next = node.children[position + 1]
  if (next && child.rows.length + next.rows.length <= JOINED_MAX)
    return innerWith(node, position, 2, [joined(child, next, owner)], -1, owner)
  return innerWith(node, position, 1, child.size > 0 ? [child] : [], -1, owner)
}

/** A leaf in which `count` rows at a position are replaced by `rows`. Both have at most one row. */
function leafWith<T>(leaf: Node<T>, position: number, count: number, rows: readonly T[], owner: object): Node<T> {
  const [row] = rows
  if (count === 1 && row !== undefined) {
    const own = leaf.owner === owner ? leaf : makeLeaf(owner, leaf.rows.slice())
    own.rows[position] = row
    return own
  }
  if (leaf.owner !== owner) return makeLeaf(owner, leaf.rows.toSpliced(position, count, ...rows))
  leaf.rows.splice(position, count, ...rows)
  leaf.size = leaf.rows.length
  return leaf
}

/** An inner node in which `count` children at a position are replaced by others. `change` is the difference in the number of rows. */
function innerWith<T>(node: Node<T>, turn: number, count: number, others: Node<T>[], change: number, owner: object): Node<T> {
  const { rows, children = [], size } = node
  const own = node.owner === owner ? node : { owner, rows: rows.slice(), children: children.slice(), size }
  own.size += change
  const [only] = others
  if (only && count === 1 && others.length === 1) {
    own.rows[turn] = lastOf(only)
    if (own.children) own.children[turn] = only
  } else {
    own.rows.splice(turn, count, ...others.map(lastOf))
    own.children?.splice(turn, count, ...others)
  }
  return own
}

/** Divides a node that is too wide. The last one of its level stays full, since rows are often added in order. */
function halve<T>({ owner, rows, children }: Node<T>, isLast: boolean): Node<T>[] {
  const middle = isLast ? WIDTH : WIDTH >>> 1
  if (!children) return [makeLeaf(owner, rows.slice(0, middle)), makeLeaf(owner, rows.slice(middle))]
  return [makeInner(owner, children.slice(0, middle)), makeInner(owner, children.slice(middle))]
}

/** One node for two neighbours. */
function joined<T>(node: Node<T>, next: Node<T>, owner: object): Node<T> {
  if (node.children && next.children) return makeInner(owner, [...node.children, ...next.children])
  return makeLeaf(owner, [...node.rows, ...next.rows])
}

function measureHeight<T>(root: Node<T>): number {
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
