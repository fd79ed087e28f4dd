import { changeMember } from '../resources/members/change.ts'
import type { MemberRow } from '../resources/members/member.ts'
import { changedMember, subjectNamed } from './find.ts'
import { impossible } from './refusal.ts'
import { doer, LENIENT, type Triggers } from './trigger.ts'

/** What a member changes of what he has told about himself. */
export const memberChanges = {
  'member.update': (tx, { list_id, email_address, source, ...request }) => {
    const { list, member } = subjectNamed(tx, { list_id, email_address })
    refuseArchived(member)
    changeMember(tx, list, member, request, doer(tx, source), LENIENT)
    return { changed: changedMember(tx, member) }
  },

  'member.change_email': (tx, { list_id, email_address, new_email_address, source }) => {
    const { list, member } = subjectNamed(tx, { list_id, email_address })
    refuseArchived(member)
    changeMember(tx, list, member, { email_address: new_email_address }, doer(tx, source), LENIENT)
    return { changed: changedMember(tx, member) }
  },
} satisfies Partial<Triggers>

function refuseArchived({ email_address, status, list_id }: MemberRow): void {
  if (status === 'archived') throw impossible(`${email_address} is archived and no longer on the list ${list_id}.`)
}
