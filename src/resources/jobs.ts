import type { Rules } from '../world/tx.ts'

/** What falls due, by kind: `<resource>.<what happens>`. `subject` is the id of the thing it is about. */
export const jobs: Rules['jobs'] = {}
