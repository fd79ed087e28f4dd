import { onDemand } from '../../../kernel/world/on-demand.ts'

/** A map of the zones of the world, in 73 kB, which only members with coordinates need. */
export const zoneMap = onDemand(() => import('@photostructure/tz-lookup'))
