import type { Manifest } from '../../rules/manifest.ts'
import { requestConfirmationIfPending } from '../../rules/members/confirmation.ts'
import { dropConfirmationsAbout, removeListConfirmations } from '../../model/members/confirmation.ts'
import { removeListMemberSchema } from '../../model/members/member-schema.ts'
import { removeListMembers } from '../../model/members/member.ts'

export const manifest = {
  operations: async () => (await import('./operations.ts')).memberOperations,
  preparations: {},
  jobs: {},
  removeFor: { list: [removeListConfirmations, removeListMembers, removeListMemberSchema], member: [dropConfirmationsAbout] },
  reactions: { 'member.changed': requestConfirmationIfPending },
} satisfies Manifest
