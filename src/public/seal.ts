import type { RequestName } from '../host/cell.ts'
import type { Cell } from '../host/worlds.ts'
import { hmac } from '../support/digest.ts'

/** So long can a page be used on the clock of its world. */
const PAGE_MS = 600_000

/**
 * What shows that a form is one of a page of ours, and for whom that page was: until when, which, and a digest of it all. A page is known by
 * the request that it answers, so that no two have the same name, whichever processes they come from.
 */
export function sealOf(cell: Cell, { id: page, number }: RequestName, subject: readonly string[]): string {
  const until = String(cell.world.clock.now + PAGE_MS)
  const seal = [until, page, digest(cell, subject, until, page)].join('.')
  cell.log.seals.note(number, seal)
  return seal
}

/** The page that a seal is from, unless it is too old, was for something else, or is not ours. */
export function sealedPage(cell: Cell, subject: readonly string[], seal: string): string | undefined {
  const [until = '', page = '', sum] = seal.split('.')
  const isOurs = sum === digest(cell, subject, until, page)
  return isOurs && cell.world.clock.now < Number(until) ? page : undefined
}

/** Pages from before a reset belong to another epoch. */
function digest({ world, epoch }: Cell, subject: readonly string[], until: string, page: string): string {
  return hmac(hmac(`${world.seed}/${world.id}`, 'page'), JSON.stringify([epoch, until, page, ...subject]))
}
