import { late } from '../../world/late.ts'

/** The parser of HTML, which is loaded when it is first needed. */
export const parser = late(() => import('parse5'))
