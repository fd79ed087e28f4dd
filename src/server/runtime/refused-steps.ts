import { type StepRow, timeline } from '../../service/triggers/step.ts'
import type { Change } from '../../kernel/world/history.ts'
import type { WorldRegistry } from './worlds.ts'

/** Logs timeline steps that were refused, since in a world with a running clock no caller asks for their outcome. */
export function logRefusedSteps(worlds: WorldRegistry, log: (message: string) => void): void {
  worlds.subscribe(({ handle: { world }, committed }) => {
    for (const change of committed?.changes ?? []) {
      if (!isRefusal(change)) continue
      const { id, refused } = change.after
      log(`The step ${id} of the timeline of the world ${world.id} was refused: ${refused}`)
    }
  })
}

function isRefusal(change: Change): change is Change & { readonly after: StepRow } {
  const { table, after } = change
  return table === timeline && after !== undefined && 'outcome' in after && after.outcome === 'refused'
}
