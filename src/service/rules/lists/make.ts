import { countryCode } from '../../../kernel/support/country.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import { freshId } from '../../../kernel/world/fresh-id.ts'
import { makeFirstMergeFields } from '../merge-fields/make.ts'
import { refreshMemberSchema } from '../members/save.ts'
import { lists, type ListRow, permissions } from '../../model/lists/list.ts'
import { beginStats } from '../list-reports/stats.ts'
import { removeWithOwned } from '../remove-owned.ts'
import { emit } from '../resource-events.ts'

const FIRST_PERMISSIONS = ['Email', 'Direct Mail', 'Customized Online Advertising']

/** Gives a list with marketing permissions its three initial ones, unless it has some. */
export function beginPermissions(tx: Tx, list: ListRow): void {
  if (!list.marketing_permissions || tx.range(permissions.onList, { list_id: list.id }).count > 0) return
  for (const text of FIRST_PERMISSIONS) {
    const id = freshId(tx, 'marketing_permissions.id', (drawn) => !!tx.first(permissions.key, { list_id: list.id, id: drawn }))
    tx.insert(permissions, { list_id: list.id, id, text })
  }
}

/** The fields of a new list: a name, and optionally any other field of its row. */
export type NewList = Pick<ListRow, 'name'> &
  Partial<Omit<ListRow, 'seq' | 'contact' | 'campaign_defaults'>> & {
    readonly contact?: Partial<ListRow['contact']>
    readonly campaign_defaults?: Partial<ListRow['campaign_defaults']>
  }

/** Creates a list with its four initial merge fields. */
export function makeList(tx: Tx, { contact, campaign_defaults, ...fields }: NewList): ListRow {
  const list = tx.insert(lists, {
    id: fields.id ?? freshId(tx, 'lists.id', (id) => !!tx.first(lists.key, { id })),
    web_id: fields.web_id ?? tx.count('web_id', 100_001),
    date_created: tx.now,
    permission_reminder: '',
    use_archive_bar: true,
    notify_on_subscribe: '',
    notify_on_unsubscribe: '',
    list_rating: 0,
    email_type_option: false,
    visibility: 'prv',
    double_optin: false,
    marketing_permissions: false,
    ...fields,
    contact: makeListContact({ ...NO_CONTACT, ...contact }),
    campaign_defaults: { from_name: '', from_email: '', subject: '', language: '', ...campaign_defaults },
  })
  const merge_fields = makeFirstMergeFields(tx, list)
  beginPermissions(tx, list)
  beginStats(tx, list, { merge_fields })
  refreshMemberSchema(tx, list.id)
  return list
}

const NO_CONTACT: ListRow['contact'] = {
  company: '',
  address1: '',
  address2: '',
  city: '',
  state: '',
  zip: '',
  country: '',
  phone: '',
}

/** A contact as the service stores it: an unknown country becomes US. */
export function makeListContact({
  company,
  address1,
  address2,
  city,
  state,
  zip,
  country,
  phone,
}: ListRow['contact']): ListRow['contact'] {
  return { company, address1, address2, city, state, zip, country: countryCode(country) ?? 'US', phone }
}

/** Removes a list with everything on it, after all resources have reacted. */
export function removeList(tx: Tx, list: ListRow): void {
  emit(tx, 'list.deleted', { list })
  removeWithOwned(tx, lists, list)
}
