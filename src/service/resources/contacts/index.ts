import type { Manifest } from '../../rules/manifest.ts'
import { dropChannelsAbout, removeListContacts } from '../../rules/contacts/contact.ts'

export const manifest = {
  operations: async () => (await import('./operations.ts')).contactOperations,
  preparations: {},
  jobs: {},
  removeFor: { list: [removeListContacts], member: [dropChannelsAbout] },
  reactions: {},
} satisfies Manifest
