import { interestCategories, interests } from '../model/interests/interest.ts'
import { removeCategory, removeInterests } from '../rules/interests/make.ts'
import { removeList } from '../rules/lists/make.ts'
import { changeMergeField, isTagTaken, makeMergeField } from '../rules/merge-fields/make.ts'
import { fieldTagged } from '../model/merge-fields/merge-field.ts'
import { requireNamedList } from './find.ts'
import { makeTriggerRefusal, type KnownName, type Triggers, unknownReference } from './trigger.ts'

/** What colleagues change in the web application while programs use the API. */
export const colleagueTriggers = {
  'list.delete': (tx, { list_id }) => {
    removeList(tx, requireNamedList(tx, list_id))
    return { changed: [{ entity: 'list', id: list_id }] }
  },

  'interest_category.delete': (tx, { list_id, interest_category_id: id }) => {
    const list = requireNamedList(tx, list_id)
    const category = tx.first(interestCategories.key, { list_id, id })
    if (!category) {
      const all = tx.range(interestCategories.byOrder, { list_id }).all()
      const known = all.map((each): KnownName => [each.id, each.title])
      throw unknownReference('/interest_category_id', `The list ${list.id} has no interest category ${id}.`, id, known)
    }
    removeCategory(tx, category)
    return { changed: [{ entity: 'interest_category', id, list_id }] }
  },

  'interest.delete': (tx, { list_id, interest_id: id }) => {
    const list = requireNamedList(tx, list_id)
    const interest = tx.first(interests.key, { list_id, id })
    if (!interest) {
      const all = tx.range(interests.byCategory, { list_id }).all()
      const known = all.map((each): KnownName => [each.id, each.name])
      throw unknownReference('/interest_id', `The list ${list.id} has no interest ${id}.`, id, known)
    }
    removeInterests(tx, list.id, [interest])
    return { changed: [{ entity: 'interest', id, list_id }] }
  },

  'merge_field.require': (tx, { list_id, tag, name = tag }) => {
    const list = requireNamedList(tx, list_id)
    const before = fieldTagged(tx, list.id, tag)
    if (before?.required) return { changed: [] }
    if (!before && isTagTaken(tx, list, tag))
      throw makeTriggerRefusal(`${tag} is the address of a member, which is always required.`)
    const { merge_id } = before
      ? changeMergeField(tx, before, { required: true })
      : makeMergeField(tx, list, { tag, name, type: 'text', required: true })
    return { changed: [{ entity: 'merge_field', id: String(merge_id), list_id }] }
  },
} satisfies Partial<Triggers>
