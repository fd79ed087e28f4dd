import type { World } from '../world/world.ts'
import type { Cell } from './worlds.ts'

/** A world keeps so many. */
export const SNAPSHOTS_MAX = 100

/** States of worlds, by world and name. A world is a value, so keeping one is keeping a reference. */
const kept = new WeakMap<Cell, Map<string, World>>()

/** The snapshots of a world by name, in the order in which they were taken. */
export function snapshotsOf(cell: Cell): Map<string, World> {
  let ofCell = kept.get(cell)
  if (!ofCell) kept.set(cell, (ofCell = new Map()))
  return ofCell
}
