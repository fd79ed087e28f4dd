import type { Manifest } from '../../rules/manifest.ts'
import { dropChannelsAbout, removeListContacts } from '../../rules/contacts/contact.ts'

export const manifest = {
  operations: async () => (await import('./operations.ts')).contactOperations,
  preparations: {},
  jobs: {},
  entities: [
    {
      word: 'contact',
      tables: ['phone_contacts', 'members'],
      ids: ['contact_id', 'hash'],
      parameters: ['contact_id'],
      name: 'email_address',
    },
  ],
  secrets: [],
  removeFor: { list: [removeListContacts], member: [dropChannelsAbout] },
  reactions: {},
} satisfies Manifest
