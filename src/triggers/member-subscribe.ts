import { addMember, changeMember } from '../resources/members/change.ts'
import { memberAt } from '../resources/members/member.ts'
import { signUp } from '../resources/members/sign-up.ts'
import { listNamed } from './find.ts'
import { impossible } from './refusal.ts'
import { doer, LENIENT, type Triggers } from './trigger.ts'

/** Getting on a list: by the form of the list, or through others. */
export const memberSubscribe = {
  'member.subscribe': (tx, { list_id, source = 'user', ...request }) => {
    const list = listNamed(tx, list_id)
    const before = memberAt(tx, list, request.email_address)
    if (before?.status === 'subscribed') throw impossible(`${before.email_address} is subscribed to the list ${list.id} already.`)
    const by = doer(tx, source)
    const status = { status: 'subscribed' } as const
    const member =
      source === 'user'
        ? signUp(tx, list, request, by).member
        : before
          ? changeMember(tx, list, before, { ...request, ...status }, by, LENIENT)
          : addMember(tx, list, { ...request, ...status }, by, LENIENT)
    return { changed: member === before ? [] : [{ entity: 'member', id: member.hash, list_id: list.id }] }
  },
} satisfies Partial<Triggers>
