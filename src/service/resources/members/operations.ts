import { missingMessage } from '../../../kernel/contract/check.ts'
import { errors } from '../../model/errors.ts'
import { renderLinks } from '../../rules/answers/links.ts'
import { listOrThrow } from '../../model/lists/list.ts'
import type { Operations } from '../../rules/requests/operation.ts'
import { addTags } from '../../rules/tags/tag.ts'
import { addMember, changeMember } from '../../rules/members/change.ts'
import { findMembers } from './find.ts'
import { forgetMember, saveMember } from '../../rules/members/save.ts'
import { findMember, memberAt, memberInPathOrThrow } from '../../model/members/member.ts'
import { memberRecord, memberRecords } from '../../rules/members/view.ts'

export const memberOperations = {
  getMembers({ tx, path, query }) {
    const list = listOrThrow(tx, path.list_id)
    const { rows, total } = findMembers(tx, list, query)
    return {
      members: memberRecords(tx, list, rows),
      list_id: list.id,
      total_items: total,
      _links: renderLinks(tx, 'MemberCollection', { list_id: list.id }),
    }
  },

  addMember({ tx, path, query, body, caller }) {
    const list = listOrThrow(tx, path.list_id)
    const { tags = [], ...request } = body
    const member = addMember(tx, list, request, caller, { strict: !query.skip_merge_validation })
    return memberRecord(tx, list, addTags(tx, list, member, tags))
  },

  getMember({ tx, path }) {
    const { list, member } = memberInPathOrThrow(tx, path)
    return memberRecord(tx, list, member)
  },

  setMember({ tx, path, query, body, caller }) {
    const list = listOrThrow(tx, path.list_id)
    const rules = { strict: !query.skip_merge_validation }
    const { status_if_new, ...request } = body
    const member = findMember(tx, list, path.subscriber_hash)
    if (member) {
      // An archived member is off the list, so the status for new members applies.
      const status = request.status ?? (member.archived ? status_if_new : undefined)
      return memberRecord(tx, list, changeMember(tx, list, member, { ...request, ...(status ? { status } : {}) }, caller, rules))
    }
    const { email_address = plainAddress(path.subscriber_hash) } = request
    if (email_address === undefined) throw errors.invalid({ field: '', message: missingMessage(['email_address']) })
    const holder = memberAt(tx, list, email_address)
    if (holder && !holder.archived) throw errors.memberExists(email_address)
    const status = holder ? (request.status ?? status_if_new) : (status_if_new ?? request.status)
    if (status === undefined) throw errors.invalid({ field: '', message: missingMessage(['status_if_new']) })
    return memberRecord(tx, list, addMember(tx, list, { ...request, email_address, status }, caller, rules))
  },

  updateMember({ tx, path, query, body, caller }) {
    const { list, member } = memberInPathOrThrow(tx, path)
    return memberRecord(tx, list, changeMember(tx, list, member, body, caller, { strict: !query.skip_merge_validation }))
  },

  archiveMember({ tx, path, caller }) {
    const { list, member } = memberInPathOrThrow(tx, path)
    saveMember(tx, list, member, {}, caller, 'archive')
  },

  deleteMemberPermanently({ tx, path, caller }) {
    const { list, member } = memberInPathOrThrow(tx, path)
    forgetMember(tx, list, member, caller)
  },
} satisfies Partial<Operations>

/** A path may identify a member by the plain address. */
function plainAddress(key: string): string | undefined {
  return key.includes('@') ? key : undefined
}
