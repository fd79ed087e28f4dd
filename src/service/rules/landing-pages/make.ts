import { samples } from '../../../kernel/contract/service.ts'
import { Defect } from '../../../kernel/world/errors.ts'
import { freshId } from '../../../kernel/world/fresh-id.ts'
import { createInState } from '../../../kernel/world/machine.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import { landingPageMachine } from '../../model/landing-pages/machine.ts'
import { givenListOrThrow } from '../../model/lists/list.ts'
import { type LandingPageRow, landingPages, type PageContent } from '../../model/landing-pages/page.ts'

/** The fields of a new landing page. All have defaults. */
export type NewLandingPage = Partial<PageContent> &
  Partial<Pick<LandingPageRow, 'id' | 'web_id' | 'template_id' | 'created_by_source' | 'created_at' | 'updated_at'>>

/** Creates a draft of a landing page. Throws 400 if its list does not exist. */
export function makeLandingPage(tx: Tx, fields: NewLandingPage): LandingPageRow {
  const { name = '', title = '', description = '', type = 'signup', list_id = '', store_id = '' } = fields
  givenListOrThrow(tx, list_id)
  const created_at = fields.created_at ?? tx.now
  return createInState(tx, landingPageMachine, {
    id: fields.id ?? freshId(tx, 'landing_pages.id', (id) => !!tx.first(landingPages.key, { id }), ID_DIGITS),
    web_id: fields.web_id ?? tx.count('web_id', 100_001),
    status: 'draft',
    template_id: fields.template_id ?? drawSample(tx, 'LandingPageTemplateId'),
    created_by_source: fields.created_by_source ?? 'API',
    created_at,
    updated_at: fields.updated_at ?? created_at,
    published_at: 0,
    unpublished_at: 0,
    content: {
      name,
      title,
      description,
      type,
      list_id,
      store_id,
      tracking: fields.tracking ?? { track_with_service: false, enable_restricted_data_processing: false },
      document: fields.document ?? drawSample(tx, 'LandingPageDocument'),
    },
    published: undefined,
  })
}

const ID_DIGITS = 12

type Samples = typeof samples

/** Draws a sample of a value whose source the service does not show. The caller must store it. */
export function drawSample<Name extends keyof Samples>(tx: Tx, name: Name): Samples[Name][number] {
  const choices: readonly Samples[Name][number][] = samples[name]
  const sample = choices[tx.random(`filled.${name}`) % choices.length]
  if (sample === undefined) throw new Defect(`There are no samples of ${name}.`)
  return sample
}
