import type { Manifest } from '../../rules/manifest.ts'
import { memberBodyPreparations } from '../../rules/members/prepare.ts'
import { requestConfirmationIfPending } from '../../rules/members/confirmation.ts'
import {
  type ConfirmationRow,
  confirmations,
  dropConfirmationsAbout,
  removeListConfirmations,
} from '../../model/members/confirmation.ts'
import { removeListMemberSchema } from '../../model/members/member-schema.ts'
import { removeListMembers, type MemberRow } from '../../model/members/member.ts'

export const manifest = {
  operations: async () => (await import('./operations.ts')).memberOperations,
  prepareBody: async () => memberBodyPreparations,
  preparations: {},
  jobs: {},
  entities: [
    {
      word: 'member',
      tables: ['members'],
      ids: ['hash', 'contact_id', 'unique_email_id', 'web_id'],
      parameters: ['subscriber_hash'],
      name: 'email_address',
      hiddenBecause: (_tx, row: MemberRow) =>
        row.archived ? 'It is archived: the collection of members leaves it out unless status=archived is asked for.' : undefined,
    },
  ],
  secrets: [
    {
      table: confirmations,
      of: (row: ConfirmationRow) => row.token,
      generated: { kind: 'confirmation', counter: 'confirmation', digits: 64 },
    },
  ],
  removeFor: { list: [removeListConfirmations, removeListMembers, removeListMemberSchema], member: [dropConfirmationsAbout] },
  reactions: { 'member.changed': requestConfirmationIfPending },
} satisfies Manifest
