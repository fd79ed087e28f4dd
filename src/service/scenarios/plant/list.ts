import type { ScenarioSchemas } from '../../../kernel/contract/scenario.ts'
import { interestCategories, interests } from '../../model/interests/interest.ts'
import { makeCategory, makeInterest } from '../../rules/interests/make.ts'
import { lists, type ListRow } from '../../model/lists/list.ts'
import { makeList } from '../../rules/lists/make.ts'
import { changeMergeField, makeMergeField } from '../../rules/merge-fields/make.ts'
import { mergeFields, type MergeFieldRow } from '../../model/merge-fields/merge-field.ts'
import { makeWebhook } from '../../rules/webhooks/make.ts'
import { webhooks } from '../../model/webhooks/webhook.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import { dated, refuseTaken } from './instants.ts'
import { runAbout, runBelowPath, ScenarioDataError } from '../read/scenario-error.ts'

/** Creates a list of a scenario with its merge fields and interests, without members. */
export function plantList(tx: Tx, data: ScenarioSchemas['List']): ListRow {
  const { merge_fields = [], interest_categories = [], webhooks: hooks = [], ...rest } = data
  const { members: _, forgotten: __, segments: ___, campaigns: ____, engagement: _____, surveys: ______, ...fields } = rest
  const { id } = fields
  refuseTaken('lists', id, tx.first(lists.key, { id: id ?? '' }))
  const list = makeList(tx, dated(tx, fields, ['date_created']))
  for (const [i, field] of merge_fields.entries()) runBelowPath(['merge_fields', i], () => plantMergeField(tx, list, field))
  for (const [i, category] of interest_categories.entries())
    runBelowPath(['interest_categories', i], () => plantCategory(tx, list, category))
  for (const [i, hook] of hooks.entries()) runBelowPath(['webhooks', i], () => plantWebhook(tx, list, hook))
  return list
}

function plantWebhook(tx: Tx, list: ListRow, data: ScenarioSchemas['Webhook']): void {
  const { id, url } = data
  refuseTaken('webhooks', id, tx.first(webhooks.key, { list_id: list.id, id: id ?? '' }))
  refuseTaken('webhooks of the list', url, tx.first(webhooks.byUrl, { list_id: list.id, url }), ['url'])
  makeWebhook(tx, list, data)
}

function plantMergeField(tx: Tx, list: ListRow, data: ScenarioSchemas['MergeField']): void {
  const { tag, name, type } = data
  const existing = tx.first(mergeFields.byTag, { list_id: list.id, tag })
  if (existing) return changeFirstField(tx, existing, data)
  if (name === undefined || type === undefined)
    throw new ScenarioDataError([], `must have a name and a type, since no list has ${tag} by itself`)
  if (CHOSEN.has(type) && !data.options?.choices?.length)
    throw new ScenarioDataError([], `must have options with choices, since it is a ${type}`)
  makeMergeField(tx, list, { ...data, name, type })
}

/** Types with a fixed set of values. */
const CHOSEN: ReadonlySet<MergeFieldRow['type']> = new Set(['dropdown', 'radio'])

/** Number of merge fields that every list begins with. */
const INITIAL_FIELDS = 4

function changeFirstField(tx: Tx, known: MergeFieldRow, { type, ...changes }: ScenarioSchemas['MergeField']): void {
  const { tag } = known
  refuseTaken('merge fields', tag, known.merge_id > INITIAL_FIELDS, ['tag'])
  if (type !== undefined && type !== known.type) throw new ScenarioDataError(['type'], `must be ${known.type}, as in every list`)
  changeMergeField(tx, known, changes)
}

function plantCategory(tx: Tx, list: ListRow, { interests: chosen = [], ...fields }: ScenarioSchemas['InterestCategory']): void {
  const list_id = list.id
  refuseTaken('categories', fields.id, tx.first(interestCategories.key, { list_id, id: fields.id ?? '' }))
  const category = runAbout(['title'], () => makeCategory(tx, list, fields))
  for (const [i, interest] of chosen.entries()) {
    const { id } = interest
    refuseTaken('interests', id, tx.first(interests.key, { list_id, id: id ?? '' }), ['interests', i, 'id'])
    runAbout(['interests', i, 'name'], () => makeInterest(tx, list, category, interest))
  }
}
