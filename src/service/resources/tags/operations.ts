import { timestamp } from '../../../kernel/support/time.ts'
import { renderLinks } from '../../rules/answers/links.ts'
import { listOrThrow } from '../../model/lists/list.ts'
import { memberInPathOrThrow } from '../../model/members/member.ts'
import { listRows } from '../../rules/collections/list-rows.ts'
import type { Operations } from '../../rules/requests/operation.ts'
import { segments } from '../../model/segments/segment.ts'
import { changeTags } from '../../rules/tags/tag.ts'
import { countTags, findMemberTags } from '../../model/tags/tag.ts'

export const tagOperations = {
  getMemberTags({ tx, path, query }) {
    const { list, member } = memberInPathOrThrow(tx, path)
    return {
      tags: findMemberTags(tx, member, query).map(({ id, name, added_at }) => ({ id, name, date_added: timestamp(added_at) })),
      list_id: list.id,
      total_items: countTags(tx, member),
      _links: renderLinks(tx, 'MemberTagCollection', { list_id: list.id, subscriber_hash: member.hash }),
    }
  },

  updateMemberTags({ tx, path, body }) {
    const { list, member } = memberInPathOrThrow(tx, path)
    changeTags(tx, list, member, body.tags ?? [], { quiet: body.is_syncing ?? false })
  },

  searchTags: listRows({
    schema: 'TagCollection',
    rows: (tx, path, { name: beginning = '' }) =>
      tx
        .range(segments.onList, { list_id: listOrThrow(tx, path.list_id).id })
        .all()
        .filter(({ type, name }) => type === 'static' && name.toLowerCase().startsWith(beginning.toLowerCase())),
    view: (_tx, { id, name }) => ({ id, name }),
    answer: (page, { list_id }) => ({ tags: page, list_id }),
  }),
} satisfies Partial<Operations>
