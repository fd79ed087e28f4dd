import type { Manifest } from '../../rules/manifest.ts'
import { type ClientRow, clients } from '../../model/oauth/client.ts'
import { type CodeRow, codes } from '../../model/oauth/code.ts'
import { type TokenRow, tokens } from '../../model/oauth/token.ts'

export const manifest = {
  operations: async () => (await import('./operations.ts')).authorizedAppOperations,
  preparations: {},
  jobs: {},
  secrets: [
    { table: clients, of: (row: ClientRow) => row.client_secret, generated: undefined },
    { table: tokens, of: (row: TokenRow) => row.token, generated: { kind: 'token', counter: 'oauth.token', digits: 32 } },
    { table: codes, of: (row: CodeRow) => row.code, generated: { kind: 'code', counter: 'oauth.code', digits: 32 } },
  ],
  removeFor: { list: [], member: [] },
  reactions: {},
} satisfies Manifest
