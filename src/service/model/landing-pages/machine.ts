import { equal } from '../../../kernel/support/objects.ts'
import { defineMachine } from '../../../kernel/world/machine.ts'
import { errors } from '../errors.ts'
import { landingPages, type LandingPageRow } from './page.ts'

export type PageMove = 'publish' | 'unpublish'

/** The state machine of a landing page. A published one is published again only if it was changed since. */
export const landingPageMachine = defineMachine<LandingPageRow, PageMove>(landingPages, {
  name: 'landing page',
  states: { draft: 'initial', published: 'reached', unpublished: 'reached' },
  moves: {
    publish: {
      from: ['draft', 'published', 'unpublished'],
      to: 'published',
      unless: isUpToDate,
      sets: ({ content }, now) => ({ published: content, published_at: now }),
    },
    unpublish: { from: ['draft', 'published'], to: 'unpublished', sets: (_page, now) => ({ unpublished_at: now }) },
  },
  refuse: ({ id }, move) =>
    errors.badRequest(
      move === 'publish'
        ? `The landing page ${id} is published and was not changed since.`
        : `The landing page ${id} is not published already.`,
    ),
})

function isUpToDate({ status, content, published }: LandingPageRow): boolean {
  return status === 'published' && equal(content, published)
}
