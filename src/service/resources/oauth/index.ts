import type { Manifest } from '../../rules/manifest.ts'
import { type AppRow, isAuthorized } from '../../model/oauth/app.ts'
import { type ClientRow, clients } from '../../model/oauth/client.ts'
import { type CodeRow, codes } from '../../model/oauth/code.ts'
import { type TokenRow, tokens } from '../../model/oauth/token.ts'

export const manifest = {
  operations: async () => (await import('./operations.ts')).authorizedAppOperations,
  preparations: {},
  jobs: {},
  entities: [
    {
      word: 'authorized_app',
      tables: ['authorized_apps'],
      ids: ['id'],
      parameters: ['app_id'],
      name: 'client_id',
      hiddenBecause: (tx, row: AppRow) =>
        isAuthorized(tx, row) ? undefined : 'The application has no valid token: its access was revoked.',
    },
    { word: 'oauth_client', tables: ['oauth_clients'], ids: ['client_id'], parameters: [], name: 'name' },
    { word: 'oauth_code', tables: ['oauth_codes'], ids: ['code'], parameters: [], name: 'client_id', secret: true },
    { word: 'oauth_token', tables: ['oauth_tokens'], ids: ['token'], parameters: [], name: 'client_id', secret: true },
  ],
  secrets: [
    { table: clients, of: (row: ClientRow) => row.client_secret, generated: undefined },
    { table: tokens, of: (row: TokenRow) => row.token, generated: { kind: 'token', counter: 'oauth.token', digits: 32 } },
    { table: codes, of: (row: CodeRow) => row.code, generated: { kind: 'code', counter: 'oauth.code', digits: 32 } },
  ],
  removeFor: { list: [], member: [] },
  reactions: {},
} satisfies Manifest
