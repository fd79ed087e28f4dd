import type { Cell } from '../host/cell.ts'
import { findRoute } from '../calls/find.ts'
import type { QueryOf } from '../contract/control.ts'
import { decodePercent } from '../support/percent.ts'
import { nearest } from '../support/nearest.ts'
import { ControlError } from './errors.ts'
import { entities, entityOf, fieldOf, type Entity } from './why-entities.ts'
import { standing, type Wanted } from './why-thing.ts'

/** What a query asks about. */
export function wantedOf(cell: Cell, { entity: word, id, list_id, path }: QueryOf<'getWhy'>): Wanted {
  if (path !== undefined) {
    if (word !== undefined || id !== undefined || list_id !== undefined) {
      throw new ControlError(422, 'Say either path alone, or entity and id (and list_id).')
    }
    return onPath(cell, path)
  }
  if (word === undefined) throw new ControlError(422, `The query parameter entity is missing. ${ALL}`)
  const entity = entityOf(word)
  if (!entity) throw noSuchEntity(word)
  if (id === undefined || id.trim() === '')
    throw new ControlError(422, `The query parameter id is missing: the id of the ${word} as the API shows it.`)
  return { entity, id: id.trim(), list_id }
}

const ALL = `There are: ${entities.map(({ word }) => word).join(', ')}.`

function noSuchEntity(word: string): ControlError {
  if (word === 'delivery') {
    return new ControlError(
      422,
      'Deliveries have a history of their own: GET .../deliveries/{id} shows each with its cause and its attempts.',
    )
  }
  const words = entities.map((entity) => entity.word)
  const meant = nearest(word === 'tag' ? 'segment' : word, words)
  const hint = meant.length > 0 ? `Did you mean ${meant.join(' or ')}? ` : ''
  return new ControlError(422, `There is no entity ${word.slice(0, 100)}. ${hint}${ALL}`)
}

/** What the parameters of the service's paths are ids of. */
const PARAMETERS: { readonly [parameter: string]: string } = {
  audience_id: 'list',
  batch_id: 'batch',
  batch_webhook_id: 'batch_webhook',
  campaign_id: 'campaign',
  connected_site_id: 'connected_site',
  contact_id: 'contact',
  conversation_id: 'conversation',
  domain_name: 'verified_domain',
  export_id: 'account_export',
  interest_category_id: 'interest_category',
  interest_id: 'interest',
  list_id: 'list',
  merge_id: 'merge_field',
  message_id: 'conversation_message',
  note_id: 'note',
  page_id: 'landing_page',
  report_id: 'abuse_report',
  segment_id: 'segment',
  subscriber_hash: 'member',
  template_id: 'template',
  webhook_id: 'webhook',
}

/** The first thing on a path that is not there, or else the last. */
function onPath(cell: Cell, given: string): Wanted {
  const { below, world } = locate(given)
  if (world !== undefined && world !== cell.world.id) {
    throw new ControlError(
      422,
      `This path leads to the world ${world.slice(0, 63)}, and not to ${cell.world.id}: ask GET /_control/worlds/${world.slice(0, 63)}/why.`,
    )
  }
  const found = findRoute(below)
  if (!found) throw new ControlError(422, `The contract of the service knows no path like ${given.slice(0, 200)}.`)
  let list_id: string | undefined
  let last: Wanted | undefined
  for (const [parameter, id] of Object.entries(found.path)) {
    const entity = entityAt(below, parameter)
    if (!entity) continue
    last = { entity, id, list_id }
    const [there] = standing(cell, cell.world, last)
    if (!there) return last
    const of = fieldOf(there.row, entity.word === 'list' ? 'id' : 'list_id')
    if (typeof of === 'string') list_id = of
  }
  if (last) return last
  throw new ControlError(422, `The path ${given.slice(0, 200)} names no single thing. Give one with an id in it.`)
}

/** The entity whose id stands in a path. */
function entityAt(below: string, parameter: string): Entity | undefined {
  if (parameter === 'folder_id') return entityOf(below.startsWith('/template') ? 'template_folder' : 'campaign_folder')
  return Object.hasOwn(PARAMETERS, parameter) ? entityOf(PARAMETERS[parameter] ?? '') : undefined
}

/** A path below `/3.0`, however much stands in front of it or behind, and the world that it names. */
function locate(given: string): { readonly below: string; readonly world: string | undefined } {
  const path = given
    .trim()
    .replace(/^[A-Z]+ /, '')
    .replace(/^[a-z]+:\/\/[^/?#]*/i, '')
    .replace(/[?#].*$/s, '')
  const [, world, rest = path] = /^\/_worlds\/([^/]+)(.*)$/s.exec(path) ?? []
  const below = rest.replace(/^\/?3\.0(?=\/|$)/, '').replace(/\/$/, '')
  return { below: below.startsWith('/') ? below : `/${below}`, world: world === undefined ? undefined : decodePercent(world) }
}
