import type { Route } from '../../src/kernel/contract/route.ts'
import { lists } from '../../src/service/model/lists/list.ts'
import type { Tx } from '../../src/kernel/world/tx.ts'
import { CHOICES } from './choices.ts'
import type { Dice } from './dice.ts'
import { parametersFor } from './path-parameters.ts'

const JUNK = ['nonsense', '0', '%00', '__proto__', 'ffffffffff', 'nobody@acme.test']

/** The path of an operation, with parameters mostly but not always chosen from the world. */
export function pathOf(tx: Tx, route: Route, dice: Dice): string {
  const list = dice.oneOf(
    tx
      .range(lists.key)
      .all()
      .map(({ id }) => id)
      .concat(dice.often(20) || tx.range(lists.key).count === 0 ? 'none' : []),
  )
  // Mostly existing ids, so that a walk does more than collect 404s.
  const place = dice.often(75) ? parametersFor(tx, dice, route.path) : undefined
  return route.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const there = place?.[name]
    if (there !== undefined) return encodeURIComponent(String(there))
    const known = CHOICES[name]?.(tx, dice, list) ?? []
    return encodeURIComponent(String(dice.often(5) || known.length === 0 ? dice.oneOf(JUNK) : dice.oneOf(known)))
  })
}
