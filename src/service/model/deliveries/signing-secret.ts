import type { GeneratedSecret } from '../../../kernel/world/table.ts'

/** The secrets that sign the deliveries of webhooks. */
export const SIGNING_SECRET: GeneratedSecret = { kind: 'webhook_secret', counter: 'webhooks.secret', digits: 40 }
