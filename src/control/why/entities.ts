import { accountExports } from '../../resources/account-exports/export.ts'
import { batchWebhooks } from '../../resources/batch-webhooks/batch-webhook.ts'
import { batches } from '../../resources/batches/batch.ts'
import { campaigns } from '../../resources/campaigns/campaign.ts'
import { connectedSites } from '../../resources/connected-sites/site.ts'
import { phoneContacts } from '../../resources/contacts/phone-contact.ts'
import { conversations, messages } from '../../resources/conversations/conversation.ts'
import { emails } from '../../resources/emails/email.ts'
import { events } from '../../resources/events/event.ts'
import { folders, type FolderKind } from '../../resources/folders/folder.ts'
import { interestCategories, interests } from '../../resources/interests/interest.ts'
import { landingPages } from '../../resources/landing-pages/page.ts'
import { abuseReports } from '../../resources/list-reports/abuse-report.ts'
import { lists } from '../../resources/lists/list.ts'
import { members } from '../../resources/members/member.ts'
import { mergeFields } from '../../resources/merge-fields/merge-field.ts'
import { notes } from '../../resources/notes/note.ts'
import { clients } from '../../resources/oauth/client.ts'
import { codes } from '../../resources/oauth/code.ts'
import { tokens } from '../../resources/oauth/token.ts'
import { accounts } from '../../resources/root/account.ts'
import { segments } from '../../resources/segments/segment.ts'
import { templates } from '../../resources/templates/template.ts'
import { verifiedDomains } from '../../resources/verified-domains/domain.ts'
import { webhooks } from '../../resources/webhooks/webhook.ts'
import type { Secrets } from '../../journal/secrets.ts'
import type { Row, Table } from '../../world/table.ts'

/** A kind of resource of the API, and how its rows are identified. */
export interface Entity {
  readonly word: string
  /** The tables of its rows. With several tables, a row is in one of them at a time. */
  readonly tables: readonly Table<Row>[]
  /** The fields that hold its ids; the API shows the first. */
  readonly ids: readonly string[]
  /** The field that is shown to people. */
  readonly name: string
  /** The kind of folder, if the table holds several. */
  readonly kind?: FolderKind
  /** Whether its id is a secret that must not be shown. */
  readonly secret?: true
}

/** Every kind of resource whose history can be requested. */
export const entities: readonly Entity[] = [
  { word: 'abuse_report', tables: [abuseReports], ids: ['id'], name: 'id' },
  { word: 'account', tables: [accounts], ids: ['account_id'], name: 'account_name' },
  { word: 'account_export', tables: [accountExports], ids: ['id'], name: 'id' },
  { word: 'batch', tables: [batches], ids: ['id'], name: 'id' },
  { word: 'batch_webhook', tables: [batchWebhooks], ids: ['id'], name: 'url' },
  { word: 'campaign', tables: [campaigns], ids: ['id', 'web_id'], name: 'title' },
  { word: 'campaign_folder', tables: [folders], ids: ['id'], name: 'name', kind: 'campaign' },
  {
    word: 'connected_site',
    tables: [connectedSites],
    ids: ['foreign_id'],
    name: 'domain',
  },
  {
    word: 'contact',
    tables: [phoneContacts, members],
    ids: ['contact_id', 'hash'],
    name: 'email_address',
  },
  { word: 'conversation', tables: [conversations], ids: ['id'], name: 'subject' },
  { word: 'conversation_message', tables: [messages], ids: ['id'], name: 'subject' },
  { word: 'email', tables: [emails], ids: ['id'], name: 'subject' },
  { word: 'event', tables: [events], ids: ['id'], name: 'name' },
  { word: 'interest', tables: [interests], ids: ['id', 'number'], name: 'name' },
  {
    word: 'interest_category',
    tables: [interestCategories],
    ids: ['id', 'number'],
    name: 'title',
  },
  { word: 'landing_page', tables: [landingPages], ids: ['id', 'web_id'], name: 'content.name' },
  { word: 'list', tables: [lists], ids: ['id', 'web_id'], name: 'name' },
  {
    word: 'member',
    tables: [members],
    ids: ['hash', 'contact_id', 'unique_email_id', 'web_id'],
    name: 'email_address',
  },
  { word: 'merge_field', tables: [mergeFields], ids: ['merge_id', 'tag'], name: 'tag' },
  { word: 'note', tables: [notes], ids: ['id'], name: 'id' },
  { word: 'oauth_client', tables: [clients], ids: ['client_id'], name: 'name' },
  { word: 'oauth_code', tables: [codes], ids: ['code'], name: 'client_id', secret: true },
  { word: 'oauth_token', tables: [tokens], ids: ['token'], name: 'client_id', secret: true },
  { word: 'report', tables: [campaigns], ids: ['id', 'web_id'], name: 'title' },
  { word: 'segment', tables: [segments], ids: ['id', 'name'], name: 'name' },
  { word: 'template', tables: [templates], ids: ['id'], name: 'name' },
  { word: 'template_folder', tables: [folders], ids: ['id'], name: 'name', kind: 'template' },
  { word: 'verified_domain', tables: [verifiedDomains], ids: ['domain'], name: 'domain' },
  { word: 'webhook', tables: [webhooks], ids: ['id'], name: 'url' },
]

/** The entity with a name. */
export function entityOf(word: string): Entity | undefined {
  return entities.find((entity) => entity.word === word)
}

/** The entity that a table primarily belongs to. Returns `undefined` if there is none. */
export function entityOfTable(table: Table<Row>): Entity | undefined {
  return entities.find(({ tables: [first] }) => first === table)
}

/** A field of a row of any table; a dot separates a nested field. */
export function fieldOf(row: Row, field: string): unknown {
  const dot = field.indexOf('.')
  if (dot === -1) return Reflect.get(row, field)
  const value: unknown = Reflect.get(row, field.slice(0, dot))
  return typeof value === 'object' && value !== null ? Reflect.get(value, field.slice(dot + 1)) : undefined
}

/** A field of a row as text; empty if it has none. */
export function fieldText(row: Row, field: string): string {
  const value = fieldOf(row, field)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** The id shown by the API, or a placeholder if it is secret. */
export function shownId(secrets: Secrets, { secret, ids: [field = ''] }: Entity, row: Row): string {
  const id = fieldText(row, field)
  if (!secret) return id
  const placeholder = secrets.hide(id)
  return placeholder === id ? SECRET : placeholder
}

/** Replaces a secret without a placeholder of its own. */
export const SECRET = '{{secret}}'
