import { findRoute } from '../../calls/find.ts'
import type { QueryOf, Schemas } from '../../contract/control.ts'
import type { WorldHandle } from '../../runtime/world-handle.ts'
import { nearest } from '../../support/nearest.ts'
import { decodePercent } from '../../support/percent.ts'
import { isoMillis } from '../../support/time.ts'
import type { ControlOperations } from '../context.ts'
import { ControlError } from '../errors.ts'
import { tellerOf } from './cause.ts'
import { entities, type Entity, entityOf, fieldOf, SECRET, shownId } from './entities.ts'
import { withoutSecrets } from './fields.ts'
import { hintsForNothing, hintsForSomething } from './hints.ts'
import { deedsOf } from './history.ts'
import { type KnownThing, summaryOf } from './summary.ts'
import { type Placed, remembered, standing, standingAs, type WhySubject } from './thing.ts'

/** What a query asks about. */
export function wantedOf(handle: WorldHandle, { entity: word, id, list_id, path }: QueryOf<'getWhy'>): WhySubject {
  if (path !== undefined) {
    if (word !== undefined || id !== undefined || list_id !== undefined) {
      throw new ControlError(422, 'Say either path alone, or entity and id (and list_id).')
    }
    return onPath(handle, path)
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
function onPath(handle: WorldHandle, given: string): WhySubject {
  const { below, world } = locate(given)
  if (world !== undefined && world !== handle.world.id) {
    throw new ControlError(
      422,
      `This path leads to the world ${world.slice(0, 63)}, and not to ${handle.world.id}: ask GET /_control/worlds/${world.slice(0, 63)}/why.`,
    )
  }
  const found = findRoute(below)
  if (!found) throw new ControlError(422, `The contract of the service knows no path like ${given.slice(0, 200)}.`)
  let list_id: string | undefined
  let last: WhySubject | undefined
  for (const [parameter, id] of Object.entries(found.path)) {
    const entity = entityAt(below, parameter)
    if (!entity) continue
    last = { entity, id, list_id }
    const [there] = standing(handle, handle.world, last)
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

export const whyOperations = {
  getWhy({ stage, handle, query }) {
    stage.pacer.sync(handle)
    const wanted = wantedOf(handle, query)
    const known = knownOf(handle, wanted)
    if (known) return viewOf(handle, wanted, known)
    const { entity, id, list_id } = wanted
    return {
      entity: entity.word,
      id: entity.secret ? SECRET : id,
      ...(list_id === undefined ? {} : { list_id }),
      exists: false,
      origin: 'never',
      summary: nothingThere(handle, wanted),
      found: null,
      history: [],
      omitted: 0,
      evicted: handle.world.history.evicted,
      hints: hintsForNothing(stage.worlds, handle, wanted),
    }
  },
} satisfies Partial<ControlOperations>

/** What an id leads to: what is there, else what was there last. */
function knownOf(handle: WorldHandle, wanted: WhySubject): KnownThing | undefined {
  const { entity } = wanted
  const { world, origin } = handle
  const there = only(standing(handle, world, wanted), wanted)
  const thing = there ?? remembered(handle, wanted)[0] ?? standing(handle, origin, wanted)[0]
  if (!thing) return undefined
  // It may be there by another id than it was asked for.
  const now = there ?? standingAs(world, entity, thing.row.seq)
  const history = deedsOf(world, entity, now ?? thing)
  const isPlanted = !history.began && (world.history.evicted === 0 || !!standingAs(origin, entity, thing.row.seq))
  return { entity, thing: now ?? thing, exists: now !== undefined, byOldId: !there, isPlanted, history }
}

/** The one thing that is there by an id. Of several in as many lists nobody can know which is meant. */
function only(found: readonly Placed[], { entity, id }: WhySubject): Placed | undefined {
  const inOrder = found.toSorted((a, b) => a.row.seq - b.row.seq)
  const holders = [...new Set(inOrder.map(({ row }) => fieldOf(row, 'list_id')))]
  if (holders.length <= 1) return found[0]
  const some = holders.slice(0, LISTS_NAMED_MAX).map((list_id) => `list_id=${String(list_id)}`)
  const more = holders.length > some.length ? ` (and ${holders.length - some.length} more)` : ''
  throw new ControlError(
    422,
    `There is a ${entity.word} ${id.slice(0, 200)} in ${holders.length} lists. Say which is meant by ${some.join(' or ')}${more}.`,
  )
}

const LISTS_NAMED_MAX = 10

function viewOf(handle: WorldHandle, wanted: WhySubject, known: KnownThing): Schemas['Why'] {
  const { entity, thing, exists, isPlanted, history } = known
  const tell = tellerOf(handle)
  const list_id = fieldOf(thing.row, 'list_id')
  return {
    entity: entity.word,
    id: shownId(handle.log.secrets, entity, thing.row),
    ...(typeof list_id === 'string' && list_id !== '' ? { list_id } : {}),
    exists,
    origin: history.began ? originOf(history.began.cause) : isPlanted ? 'scenario' : 'unknown',
    summary: summaryOf(handle, known, tell),
    found: exists ? withoutSecrets(thing.table, thing.row) : null,
    history: history.deeds.map(({ event, at, cause = {}, change, changed, chapter }) => ({
      event,
      at: isoMillis(at),
      cause,
      by: tell(chapter),
      change,
      changed: [...changed],
    })),
    omitted: history.omitted,
    evicted: handle.world.history.evicted,
    hints: hintsForSomething(handle, wanted, known),
  }
}

function originOf(cause: object | undefined): 'request' | 'job' | 'trigger' | 'unknown' {
  if (!cause) return 'unknown'
  return 'request' in cause ? 'request' : 'job' in cause ? 'job' : 'trigger'
}

function nothingThere({ world }: WorldHandle, { entity, id, list_id }: WhySubject): string {
  const of = list_id === undefined ? '' : ` of the list ${list_id.slice(0, 100)}`
  const name = `${entity.word.replaceAll('_', ' ')} ${entity.secret ? 'of this text' : id.slice(0, 200)}${of}`
  const { evicted } = world.history
  const ever =
    evicted > 0
      ? `, nor was there one in its latest changes: ${evicted} earlier ones are no longer remembered`
      : ', and there never was'
  return `There is no ${name} in the world ${world.id}${ever}.`
}
