import { peek } from '../../../kernel/world/tx.ts'
import { campaigns } from '../../../service/model/campaigns/campaign.ts'
import { emails } from '../../../service/model/emails/email.ts'
import { calculateFigures } from '../../../service/rules/reports/report.ts'
import { chooseWords, loadVocabulary, REFERENCE_WORDS } from '../../../service/vocabulary/words.ts'
import type { ControlQueryOf, ControlSchemas } from '../../../kernel/contract/control.ts'
import type { WorldHandle } from '../../runtime/world-handle.ts'
import { didYouMean, existing } from '../../../kernel/support/nearest.ts'
import { decodePercent } from '../../../kernel/support/percent.ts'
import { isoMillis } from '../../../kernel/support/time.ts'
import type { DeployedMatch } from '../../../service/vocabulary/paths.ts'
import type { ControlOperations, ControlContext } from '../context.ts'
import { ControlError } from '../errors.ts'
import { causeDescriber } from '../words/cause.ts'
import { makeChain, type ChainSubject } from './chain.ts'
import { entities, type Entity, findEntity, readRowField, fieldText, SECRET, shownId } from '../words/entities.ts'
import { cut, withoutSecrets } from '../words/fields.ts'
import { hintsForMissing, hintsForFound } from './hints.ts'
import { thingHistory, type KnownThing, historySummary } from './history.ts'
import { Links } from '../words/links.ts'
import { findNonEvents } from './non-events.ts'
import type { TableRow } from '../words/describe-thing.ts'
import { pastMatches, currentMatches, currentRow, type WhySubject } from './thing.ts'
import { TRACED, type TracedWord, tracedThing } from './traced.ts'
import { documents } from '../../../kernel/contract/documents.ts'
import { listCallAssumptions } from '../requests/view.ts'

/** The subject of a query. The vocabulary of the world has to be loaded. */
function readWhySubject(
  handle: WorldHandle,
  { entity: word, id, list_id, store_id, path }: ControlQueryOf<'getWhy'>,
): WhySubject {
  if (path !== undefined) {
    if (word !== undefined || id !== undefined || list_id !== undefined || store_id !== undefined) {
      throw new ControlError(422, 'Use either path alone, or entity and id (and list_id or store_id).')
    }
    return subjectOnPath(handle, path)
  }
  if (word === undefined) throw new ControlError(422, `The query parameter entity is missing. ${ALL}`)
  const entity = findEntity(word)
  if (!entity) throw noSuchEntity(word)
  return { entity, id: idOrThrow(id, word), list_id, store_id }
}

function idOrThrow(id: string | undefined, word: string): string {
  if (id !== undefined && id.trim() !== '') return id.trim()
  throw new ControlError(422, `The query parameter id is missing: the id of the ${word} as the API shows it.`)
}

/** Everything that can be asked about, in alphabetical order. */
export const whyWords: readonly string[] = [...entities.map(({ word }) => word), ...TRACED].toSorted()

const ALL = existing(whyWords)

function noSuchEntity(word: string): ControlError {
  const hint = didYouMean(word === 'tag' ? 'segment' : word, whyWords)
  return new ControlError(422, [`There is no entity ${word.slice(0, 100)}.`, hint, ALL].filter(Boolean).join(' '))
}

/** The first thing on a path that doesn't exist, or else the last one. */
function subjectOnPath(handle: WorldHandle, given: string): WhySubject {
  const { below, world } = locate(given)
  if (world !== undefined && world !== handle.world.id) {
    throw new ControlError(
      422,
      `This path belongs to the world ${world.slice(0, 63)}, not to ${handle.world.id}: use GET /_control/worlds/${world.slice(0, 63)}/why.`,
    )
  }
  const found = operationsAt(handle, below)
  if (!found) throw new ControlError(422, `The service has no path like ${given.slice(0, 200)}.`)
  let list_id: string | undefined
  let store_id: string | undefined
  let last: WhySubject | undefined
  for (const [parameter, id] of Object.entries(found.match.path)) {
    const entity = entityAt(found.path, parameter)
    if (!entity) continue
    last = store_id === undefined ? { entity, id, list_id } : { entity, id, list_id: undefined, store_id }
    const [current] = currentMatches(handle, handle.world, last)
    if (!current) return last
    const of = readRowField(current.row, entity.word === 'list' ? 'id' : 'list_id')
    if (typeof of === 'string') list_id = of
    if (entity.word === 'store') store_id = fieldText(current.row, 'id')
  }
  if (last) return last
  throw new ControlError(422, `The path ${given.slice(0, 200)} does not name a single thing. Use a path that contains an id.`)
}

/**
 * Finds the operations at a path below `/3.0`, and the path in the words of the reference. The given path may be in the words of the world,
 * as in the journal, or in the words of the reference.
 */
function operationsAt({ world }: WorldHandle, below: string): DeployedMatch | undefined {
  return chooseWords(world.settings).find(below) ?? REFERENCE_WORDS.find(below)
}

/** The entity of a path parameter. Folders of all kinds have the same one. */
function entityAt(path: string, parameter: string): Entity | undefined {
  return entities.find(({ parameters, kind = '' }) => parameters.includes(parameter) && path.startsWith(`/${kind}`))
}

/** The path below `/3.0` in a URL or request line, and the world it names. */
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
  async getWhy({ context, handle, query }) {
    await loadVocabulary(handle.world.settings)
    context.scheduler.sync(handle)
    const root = `${context.publicUrl}/_control/worlds/${encodeURIComponent(handle.world.id)}`
    const traced = TRACED.find((word) => word === query.entity)
    if (traced && query.path === undefined) return whyTraced(root, handle, traced, idOrThrow(query.id, traced))
    const subject = readWhySubject(handle, query)
    const known = findThing(handle, subject)
    if (known) {
      const behind = await assumptionsBehind(context, handle, known)
      return { ...whyView(root, handle, subject, known), ...sentFigures(handle, known), ...behind }
    }
    const { entity, id, list_id, store_id } = subject
    return {
      ...emptyAnswer(handle),
      entity: entity.word,
      id: entity.secret ? SECRET : id,
      ...(list_id === undefined ? {} : { list_id }),
      ...(store_id === undefined ? {} : { store_id }),
      summary: nothingThere(handle, subject),
      hints: hintsForMissing(context.worlds, handle, subject),
    }
  },
} satisfies Partial<ControlOperations>

/** What became of a campaign that went out. */
function sentFigures({ world }: WorldHandle, { thing: { table, row } }: KnownThing): Pick<ControlSchemas['Why'], 'sent'> {
  if (table !== campaigns) return {}
  return peek(world, (tx) => {
    const campaign = tx.first(campaigns.key, { id: fieldText(row, 'id') })
    if (!campaign) return {}
    const { sent, all } = calculateFigures(tx, campaign)
    if (sent === 0) return {}
    const { unique_opens: opened, clickers: clicked, hard_bounces, soft_bounces, unsubscribed } = all
    return { sent: { emails: sent, opened, clicked, bounced: hard_bounces + soft_bounces, unsubscribed } }
  })
}

/** What an answer says of a thing that never was. */
function emptyAnswer({ world }: WorldHandle) {
  return {
    exists: false,
    origin: 'never',
    found: null,
    history: [],
    omitted: 0,
    evicted: world.history.evicted,
    hints: [],
    chain: [],
    chain_omitted: 0,
    non_events: [],
  } satisfies Partial<ControlSchemas['Why']>
}

/** The chain of a call, webhook, job or transaction. */
function whyTraced(root: string, handle: WorldHandle, word: TracedWord, id: string): ControlSchemas['Why'] {
  const links = new Links(handle.world)
  const { subject, summary, found } = tracedThing(handle, links, word, id)
  const named = { ...emptyAnswer(handle), entity: word, id: cut(id, ID_CHARS_MAX), summary, found }
  if (!subject) return named
  const origin = word === 'request' ? 'request' : describeOrigin(subject.own[0]?.cause)
  return { ...named, exists: true, origin, ...chainAnd(root, handle, links, subject) }
}

const ID_CHARS_MAX = 200

/** The chain of a subject, and what did not happen along it. */
function chainAnd(
  root: string,
  handle: WorldHandle,
  links: Links,
  subject: ChainSubject,
): Pick<ControlSchemas['Why'], 'chain' | 'chain_omitted' | 'non_events'> {
  const { parts, ...chain } = makeChain(root, handle, links, subject)
  return { ...chain, non_events: findNonEvents(handle, links, subject, parts) }
}

/** The chain of a thing is that of its latest change; an email is made once and for all. */
function findChainSubject({ world }: WorldHandle, links: Links, { entity, thing, history }: KnownThing): ChainSubject {
  const last = history.steps.at(-1)?.historyEntry
  const own = last ? [last] : []
  if (entity.word !== 'email') return { kind: 'row', ...thing, own }
  const email = peek(world, (tx) => tx.first(emails.key, { id: Number(readRowField(thing.row, 'id')) }))
  const creator = email && links.creatorOf(email.seq)
  return email ? { kind: 'email', email, own: creator ? [creator] : [] } : { kind: 'row', ...thing, own }
}

/** Finds the current thing with an id, or else the last one that had this id. */
function findThing(handle: WorldHandle, subject: WhySubject): KnownThing | undefined {
  const { entity } = subject
  const { world, origin } = handle
  const current = onlyMatch(currentMatches(handle, world, subject), subject)
  const thing = current ?? pastMatches(handle, subject)[0] ?? currentMatches(handle, origin, subject)[0]
  if (!thing) return undefined
  // It may exist under another id now.
  const now = current ?? currentRow(world, entity, thing.row.seq)
  const history = thingHistory(handle, entity, now ?? thing)
  const isPlanted = !history.creation && (world.history.evicted === 0 || !!currentRow(origin, entity, thing.row.seq))
  return { entity, thing: now ?? thing, exists: now !== undefined, byOldId: !current, isPlanted, history }
}

/** The only current thing with an id. Throws if there is one in several lists or stores. */
function onlyMatch(found: readonly TableRow[], { entity, id }: WhySubject): TableRow | undefined {
  const inOrder = found.toSorted((a, b) => a.row.seq - b.row.seq)
  const holdersBy = (field: string): unknown[] => [...new Set(inOrder.map(({ row }) => readRowField(row, field)))]
  const field = (['list_id', 'store_id'] as const).find((each) => holdersBy(each).length > 1)
  if (!field) return found[0]
  const holders = holdersBy(field)
  const some = holders.slice(0, HOLDERS_NAMED_MAX).map((each) => `${field}=${String(each)}`)
  const more = holders.length > some.length ? ` (and ${holders.length - some.length} more)` : ''
  const article = /^[aeiou]/.test(entity.word) ? 'an' : 'a'
  throw new ControlError(
    422,
    `There is ${article} ${entity.word} ${id.slice(0, 200)} in ${holders.length} ${field === 'list_id' ? 'lists' : 'stores'}. Choose one with ${some.join(' or ')}${more}.`,
  )
}

const HOLDERS_NAMED_MAX = 10

function whyView(root: string, handle: WorldHandle, subject: WhySubject, known: KnownThing): ControlSchemas['Why'] {
  const { entity, thing, exists, isPlanted, history } = known
  const describe = causeDescriber(handle)
  const links = new Links(handle.world)
  const list_id = readRowField(thing.row, 'list_id')
  const store_id = readRowField(thing.row, 'store_id')
  return {
    entity: entity.word,
    id: shownId(handle.log.secrets, entity, thing.row),
    ...(typeof list_id === 'string' && list_id !== '' ? { list_id } : {}),
    ...(typeof store_id === 'string' && store_id !== '' ? { store_id } : {}),
    exists,
    origin: history.creation ? describeOrigin(history.creation.cause) : isPlanted ? 'scenario' : 'unknown',
    summary: historySummary(handle, known, describe),
    found: exists ? withoutSecrets(handle.log.secrets, thing.table, thing.row) : null,
    history: history.steps.map(({ event, at, cause = {}, change, changed, historyEntry }) => ({
      event,
      at: isoMillis(at),
      cause,
      by: describe(historyEntry),
      change,
      changed: [...changed],
    })),
    omitted: history.omitted,
    evicted: handle.world.history.evicted,
    hints: hintsForFound(handle, subject, known),
    ...chainAnd(root, handle, links, findChainSubject(handle, links, known)),
  }
}

function describeOrigin(cause: object | undefined): 'request' | 'job' | 'trigger' | 'unknown' {
  if (!cause) return 'unknown'
  return 'request' in cause ? 'request' : 'job' in cause ? 'job' : 'trigger'
}

function nothingThere({ world }: WorldHandle, { entity, id, list_id, store_id }: WhySubject): string {
  const ofStore = store_id === undefined ? '' : ` of the store ${store_id.slice(0, 100)}`
  const of = list_id === undefined ? ofStore : ` of the list ${list_id.slice(0, 100)}`
  const name = `${entity.word.replaceAll('_', ' ')} ${entity.secret ? 'of this text' : id.slice(0, 200)}${of}`
  const { evicted } = world.history
  const ever =
    evicted > 0
      ? `, nor was there one in its latest changes: ${evicted} earlier changes are no longer known`
      : ', and there never was'
  return `There is no ${name} in the world ${world.id}${ever}.`
}

/** The assumptions that the requests in the history of a thing relied on, with how each compares with the service. */
async function assumptionsBehind(
  { evidence }: Pick<ControlContext, 'evidence'>,
  { world, log: { journal } }: WorldHandle,
  { history }: KnownThing,
): Promise<Pick<ControlSchemas['Why'], 'assumptions'>> {
  if (!evidence) return {}
  const requests = new Set(history.steps.flatMap(({ cause }) => (cause && 'request' in cause ? cause.request : [])))
  const calls = journal.all().filter(({ id }) => requests.has(id))
  const ids = await Promise.all(calls.map((call) => listCallAssumptions(call, chooseWords(world.settings))))
  const { 'x-assumptions': texts = {} } = await documents.service()
  const assumptions = [...new Set(ids.flat())].toSorted().flatMap((id) => {
    const text = texts[id]
    return text ? [{ id, ...text, evidence: evidence.about(id) }] : []
  })
  return { assumptions }
}
