import { lazy } from '../../kernel/world/lazy.ts'
import type { TryTrigger } from '../faults/effects/effect.ts'

const triggers = lazy(() => import('../triggers/index.ts'))

/** Runs a trigger for a fault. Throws `NeedsLoad` until the triggers are loaded. */
export const tryTrigger: TryTrigger = (tx, body) => triggers().tryTrigger(tx, body)
