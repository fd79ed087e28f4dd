import type { Secrets } from '../../log/secrets.ts'
import { type CampaignRow, campaigns, isReported } from '../../../service/model/campaigns/campaign.ts'
import { phoneContacts } from '../../../service/model/contacts/contact.ts'
import { folders, type FolderKind } from '../../../service/model/folders/folder.ts'
import { members } from '../../../service/model/members/member.ts'
import { tables } from '../../../service/model/tables.ts'
import type { Row, Table } from '../../../kernel/world/table.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'

/** A kind of thing whose history can be requested, and how its rows are identified. */
export interface Entity {
  readonly word: string
  /** The tables of its rows. With several tables, a row is in one of them at a time. */
  readonly tables: readonly Table<Row>[]
  /** The fields that hold its ids; the API shows the first. */
  readonly ids: readonly string[]
  /** The parameters of paths that hold one of its ids. */
  readonly parameters: readonly string[]
  /** The field that is shown to people. */
  readonly name: string
  /** The kind of folder. */
  readonly kind?: FolderKind
  /** Whether its id is a secret that must not be shown. */
  readonly secret?: boolean
  /** A sentence that explains a row. */
  explain?(row: Row): string
  /** The reason why the API does not show a row that exists, if there is one. */
  hiddenBecause?(tx: ReadTx, row: Row): string | undefined
}

/** The things that are not the rows of one table. */
const OTHERS: readonly Entity[] = [
  {
    word: 'contact',
    tables: [phoneContacts, members],
    ids: ['contact_id', 'hash'],
    parameters: ['contact_id'],
    name: 'email_address',
  },
  {
    word: 'report',
    tables: [campaigns],
    ids: ['id', 'web_id'],
    parameters: [],
    name: 'title',
    hiddenBecause: (tx, row: CampaignRow) =>
      isReported(tx, row)
        ? undefined
        : 'Nothing of the campaign was sent, so it has no report, as the setting campaigns.unsent_report says.',
  },
  { word: 'campaign_folder', tables: [folders], ids: ['id'], parameters: ['folder_id'], name: 'name', kind: 'campaign' },
  { word: 'template_folder', tables: [folders], ids: ['id'], parameters: ['folder_id'], name: 'name', kind: 'template' },
]

/** All entities, in alphabetical order. */
export const entities: readonly Entity[] = [...tables.flatMap(describeTable), ...OTHERS].toSorted((a, b) =>
  a.word < b.word ? -1 : 1,
)

function describeTable(table: Table<Row>): Entity[] {
  const { word, ids = table.key.fields.slice(-1), parameters = [], shownBy, secrets, ...explanations } = table.declared
  const [id = ''] = ids
  if (word === undefined) return []
  return [{ ...explanations, word, tables: [table], ids, parameters, name: shownBy ?? id, secret: secrets?.[id] !== undefined }]
}

/** The entity with a name. */
export function findEntity(word: string): Entity | undefined {
  return entities.find((entity) => entity.word === word)
}

/** The entity that a table primarily belongs to. Returns `undefined` if there is none. */
export function entityOfTable(table: Table<Row>): Entity | undefined {
  return entities.find(({ tables: [first] }) => first === table)
}

/** A field of a row of any table; a dot separates a nested field. */
export function readRowField(row: Row, field: string): unknown {
  const dot = field.indexOf('.')
  if (dot === -1) return Reflect.get(row, field)
  const value: unknown = Reflect.get(row, field.slice(0, dot))
  return typeof value === 'object' && value !== null ? Reflect.get(value, field.slice(dot + 1)) : undefined
}

/** A field of a row as text; empty if it has none. */
export function fieldText(row: Row, field: string): string {
  const value = readRowField(row, field)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** The key of a row as written in a path. */
export function rowId({ key }: Table<Row>, row: Row): string {
  const values: unknown[] = key.fields.map((field) => Reflect.get(row, field))
  return values.join(',')
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
