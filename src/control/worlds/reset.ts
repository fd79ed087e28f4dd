import type { Cell } from '../../runtime/worlds.ts'
import type { World } from '../../world/world.ts'
import type { Stage } from '../context.ts'
import { tellPutBack } from '../stream/feeds.ts'
import { endWaits } from '../requests/wait.ts'

/** Puts a world back to its start, or to another one, which resets lead to from then on. */
export function beginAnew(stage: Stage, cell: Cell, origin?: World): void {
  cell.reset(origin)
  goOnFromThere(stage, cell)
}

/** Lets whoever waits in a world, or follows it, know that another version stands in its place, and time go on from there. */
export function goOnFromThere(stage: Stage, cell: Cell): void {
  // A world that had not changed is the very same afterwards, of which nobody hears.
  endWaits(stage, cell)
  tellPutBack(stage, cell)
  stage.pacer.watch(cell)
}
