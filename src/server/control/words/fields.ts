import { cutAndCount } from '../../../kernel/support/words.ts'
import type { ControlSchemas } from '../../../kernel/contract/control.ts'
import type { Secrets } from '../../log/secrets.ts'
import { emails } from '../../../service/model/emails/email.ts'
import { withAmounts } from '../../../kernel/support/amounts.ts'
import { isSecretName, replaceSecrets } from '../../../kernel/support/secret-places.ts'
import { isObject } from '../../../kernel/support/is-object.ts'
import { equal } from '../../../kernel/support/objects.ts'
import { isInstantName } from '../../../kernel/support/instant-names.ts'
import { withIsoInstant } from '../../../kernel/support/instants.ts'
import type { Row, Table } from '../../../kernel/world/table.ts'
import { SECRET } from './entities.ts'
import { automations } from '../../../service/model/automations/automation.ts'
import { carts } from '../../../service/model/carts/cart.ts'
import { lines } from '../../../service/model/lines/line.ts'
import { orders } from '../../../service/model/orders/order.ts'
import { orderSums } from '../../../service/model/orders/sums.ts'
import { variants } from '../../../service/model/products/product.ts'
import { promoRules } from '../../../service/model/promos/promo.ts'

/** The old and new value of a field. */
export type FieldChange = ControlSchemas['WhyChange']['changed'][number]

/** Secret fields, in any table. */
const SECRETS: readonly string[] = ['code', 'share_password', 'page']

/** Fields of an email with its code or link. */
const SECRETS_OF_EMAILS: readonly string[] = ['text', 'html', 'links']

const CHARS_MAX = 1_000

/** The secrets of a world, or of several. */
export type KnownSecrets = Pick<Secrets, 'hide'>

/** Redacts secrets that are recognizable by their place, such as the password in a URL. */
export function withoutPasswords(text: string): string {
  return replaceSecrets(text, () => SECRET)
}

/** A field that differs, with its path and its two values. */
interface FieldDifference {
  readonly path: readonly string[]
  readonly from: unknown
  readonly to: unknown
}

/**
 * The differences between two versions of a row, without secrets and as people read them. For a created or deleted row, all fields that
 * are not empty.
 */
export function shownDifferences(
  secrets: KnownSecrets,
  table: Table<Row>,
  before: Row | undefined,
  after: Row | undefined,
): FieldDifference[] {
  const isPartial = before !== undefined && after !== undefined
  return compare(table, [], before ?? {}, after ?? {}).flatMap(({ path, from, to }) => {
    if (!isPartial && isEmptyField(from) && isEmptyField(to)) return []
    const name = path.at(-1) ?? ''
    if (!hides(table, name)) return [{ path, from: shown(secrets, table, name, from), to: shown(secrets, table, name, to) }]
    return [{ path, from: isEmptyField(from) ? null : SECRET, to: isEmptyField(to) ? null : SECRET }]
  })
}

/** The differences between two versions of a row, with the names of nested fields joined by dots. */
export function differences(
  secrets: KnownSecrets,
  table: Table<Row>,
  before: Row | undefined,
  after: Row | undefined,
): FieldChange[] {
  return shownDifferences(secrets, table, before, after).map(({ path, from, to }) => ({ field: path.join('.'), from, to }))
}

/** Whether two versions of a row differ in more than their position. */
export function isDifferent(table: Table<Row>, before: Row, after: Row): boolean {
  return before !== after && compare(table, [], before, after).length > 0
}

/** A row without its secrets, with decimal amounts of money. */
export function withoutSecrets(secrets: KnownSecrets, table: Table<Row>, row: Row): { [field: string]: unknown } {
  const fields: [string, unknown][] = Object.entries(row).map(([name, value]) => [
    name,
    hides(table, name) && !isEmptyField(value) ? SECRET : redacted(secrets, withAmounts(name, value, listAmountFields(table))),
  ])
  return Object.fromEntries(fields)
}

function compare(table: Table<Row>, parents: readonly string[], before: object, after: object): FieldDifference[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names.flatMap((name): FieldDifference[] => {
    if (parents.length === 0 && name === 'seq') return []
    const [from, to] = [readOwnMember(before, name), readOwnMember(after, name)]
    if (from === to || equal(from, to)) return []
    const path = [...parents, name]
    if (isRecordOrNothing(from) && isRecordOrNothing(to) && !hides(table, name)) return compare(table, path, from ?? {}, to ?? {})
    return [{ path, from, to }]
  })
}

function readOwnMember(from: object, name: string): unknown {
  return Object.hasOwn(from, name) ? Reflect.get(from, name) : undefined
}

/** Whether a value is compared field by field. */
function isRecordOrNothing(value: unknown): value is object | undefined {
  return value === undefined || isObject(value)
}

function hides(table: Table<Row>, name: string): boolean {
  return SECRETS.includes(name) || isSecretName(name) || (table === emails && SECRETS_OF_EMAILS.includes(name))
}

function isEmptyField(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    value === '' ||
    value === 0 ||
    value === false ||
    (Array.isArray(value) && value.length === 0)
  )
}

function shown(secrets: KnownSecrets, table: Table<Row>, name: string, value: unknown): unknown {
  if (value === 0 && isInstantName(name)) return null
  const clean = redacted(secrets, withIsoInstant(name, withAmounts(name, value, listAmountFields(table))))
  if (typeof clean === 'string') return cut(clean)
  const json = JSON.stringify(clean)
  return json.length > CHARS_MAX ? cut(json) : clean
}

/** A value without the secrets of a world, and without the secrets that are recognizable by their place. */
function redacted(secrets: KnownSecrets, value: unknown): unknown {
  if (typeof value === 'string') return withoutPasswords(secrets.hide(value))
  const json = JSON.stringify(value ?? null, (_, each: unknown) => (typeof each === 'string' ? secrets.hide(each) : each))
  return JSON.parse(withoutPasswords(json))
}

/** Cuts a text to the length of a field in an answer. */
export function cut(text: string, max = CHARS_MAX): string {
  return cutAndCount(text, max)
}

/** The members of rows that hold amounts of money, by table. They stand at any depth of a row. */
const AMOUNTS: ReadonlyMap<Table<Row>, readonly string[]> = new Map<Table<Row>, readonly string[]>([
  [orders, ['order_total', 'discount_total', 'tax_total', 'shipping_total', 'amount_discounted', 'total_spent']],
  [carts, ['order_total', 'tax_total']],
  [lines, ['price', 'discount']],
  [variants, ['price']],
  [promoRules, ['amount']],
  [orderSums, ['spent', 'revenue']],
  [automations, ['spent']],
])

const NONE: readonly string[] = []

/** The members of a table's rows that hold amounts of money. */
export function listAmountFields(table: Table<Row>): readonly string[] {
  return AMOUNTS.get(table) ?? NONE
}
