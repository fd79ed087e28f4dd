import type { Manifest } from '../../rules/manifest.ts'
import { addMemberChatter } from '../../rules/feeds/member-chatter.ts'

export const manifest = {
  operations: async () => (await import('./operations.ts')).feedOperations,
  reactions: { 'member.changed': addMemberChatter },
} satisfies Manifest
