import type { Manifest } from '../../rules/manifest.ts'
import { dropNotesOfMember, dropNotesOfList } from '../../model/notes/note.ts'

export const manifest = {
  operations: async () => (await import('./operations.ts')).noteOperations,
  preparations: {},
  jobs: {},
  removeFor: { list: [dropNotesOfList], member: [dropNotesOfMember] },
  reactions: {},
} satisfies Manifest
