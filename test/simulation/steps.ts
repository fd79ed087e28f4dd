import { routes } from '../../src/contract/service.ts'
import type { Route } from '../../src/contract/route.ts'
import { lists } from '../../src/resources/lists/list.ts'
import type { Tx } from '../../src/world/tx.ts'
import { BODIES } from './bodies/index.ts'
import { CHOICES } from './choices.ts'
import type { Dice } from './dice.ts'

/** One thing that somebody does. */
export type Step = { readonly line: string; readonly body?: unknown } | { readonly pass: string }

const JUNK = ['nonsense', '0', '%00', '__proto__', 'ffffffffff', 'nobody@acme.test']
const QUERIES = [
  '',
  '',
  '',
  '?count=3',
  '?offset=2',
  '?fields=total_items',
  '?exclude_fields=_links',
  '?count=1000&offset=1',
  '?sort_dir=DESC',
  '?status=subscribed',
]

/** The next step of a walk, chosen with a view to what is in the world, but not always wisely. */
export function nextStep(tx: Tx, dice: Dice): Step {
  if (dice.often(8)) return { pass: dice.oneOf(['PT1S', 'PT4M', 'PT5M', 'P1D', 'P31D']) }
  const route = dice.oneOf(routes)
  const made = BODIES[route.id]
  return {
    line: `${route.method} /3.0${pathOf(tx, route, dice)}${route.method === 'GET' ? dice.oneOf(QUERIES) : ''}`,
    ...(made ? { body: made(dice, tx) } : {}),
  }
}

function pathOf(tx: Tx, route: Route, dice: Dice): string {
  const list = dice.oneOf(
    tx
      .range(lists.key)
      .all()
      .map(({ id }) => id)
      .concat('none'),
  )
  return route.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const known = CHOICES[name]?.(tx, dice, list) ?? []
    return encodeURI(String(dice.often(5) || known.length === 0 ? dice.oneOf(JUNK) : dice.oneOf(known)))
  })
}
