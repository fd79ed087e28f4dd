import type { Schemas } from '../../contract/control.ts'
import { emails } from '../../resources/emails/email.ts'
import { isSecretName, replaceSecrets } from '../../support/secret-places.ts'
import { equal } from '../../support/equal.ts'
import { isoMillis } from '../../support/time.ts'
import type { Row, Table } from '../../world/table.ts'
import { SECRET } from './entities.ts'

/** What a field was, and what it is since. */
export type FieldChange = Schemas['WhyChange']['changed'][number]

/** What opens something, in whatever row it stands. */
const SECRETS: readonly string[] = ['code', 'share_password', 'page']

/** What an email says holds the code or the link that it was sent for. */
const SECRETS_OF_EMAILS: readonly string[] = ['text', 'html', 'links']

/** Fields that hold an instant. */
const INSTANT =
  /(_at|_changed|_opt|_signup|_time|verification_sent)$|^(date|timestamp|started$|finished$|since$|last_|member_since)/

/** What is smaller than this is no instant of a world, and what is larger than that counts milliseconds. */
const SECONDS_MIN = 31_536_000
const MILLIS_MIN = 1e11

const CHARS_MAX = 1_000

/** A text without the secrets that show by where they stand, such as the password in an address. */
export function withoutPasswords(text: string): string {
  return replaceSecrets(text, () => SECRET)
}

/** What is different between two versions of a row; of a row that was not there before or after, all that is not empty. */
export function differences(table: Table<Row>, before: Row | undefined, after: Row | undefined): FieldChange[] {
  const isPartial = before !== undefined && after !== undefined
  return compare(table, '', before ?? {}, after ?? {}).flatMap(({ name, field, from, to }) => {
    if (!isPartial && isEmpty(from) && isEmpty(to)) return []
    if (!hides(table, name)) return [{ field, from: shown(name, from), to: shown(name, to) }]
    return [{ field, from: isEmpty(from) ? null : SECRET, to: isEmpty(to) ? null : SECRET }]
  })
}

/** A row as it stands, without its secrets. */
export function withoutSecrets(table: Table<Row>, row: Row): { [field: string]: unknown } {
  const fields: [string, unknown][] = Object.entries(row).map(([name, value]) => [
    name,
    hides(table, name) && !isEmpty(value) ? SECRET : typeof value === 'string' ? withoutPasswords(value) : value,
  ])
  return Object.fromEntries(fields)
}

/** A field that is not the same, with its name where it stands. */
interface Differing {
  readonly name: string
  readonly field: string
  readonly from: unknown
  readonly to: unknown
}

function compare(table: Table<Row>, prefix: string, before: object, after: object): Differing[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names.flatMap((name): Differing[] => {
    if (prefix === '' && name === 'seq') return []
    const [from, to] = [own(before, name), own(after, name)]
    if (from === to || equal(from, to)) return []
    const field = prefix + name
    if (isOpen(from) && isOpen(to) && !hides(table, name)) return compare(table, `${field}.`, from ?? {}, to ?? {})
    return [{ name, field, from, to }]
  })
}

function own(from: object, name: string): unknown {
  return Object.hasOwn(from, name) ? Reflect.get(from, name) : undefined
}

/** What can be looked into field by field. */
function isOpen(value: unknown): value is object | undefined {
  return value === undefined || (typeof value === 'object' && value !== null && !Array.isArray(value))
}

function hides(table: Table<Row>, name: string): boolean {
  return SECRETS.includes(name) || isSecretName(name) || (table === emails && SECRETS_OF_EMAILS.includes(name))
}

function isEmpty(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    value === '' ||
    value === 0 ||
    value === false ||
    (Array.isArray(value) && value.length === 0)
  )
}

function shown(name: string, value: unknown): unknown {
  if (typeof value === 'number' && INSTANT.test(name)) {
    if (value === 0) return null
    if (value > SECONDS_MIN) return isoMillis(value > MILLIS_MIN ? value : value * 1000)
  }
  if (typeof value === 'string') return cut(withoutPasswords(value))
  const json = JSON.stringify(value ?? null)
  const clean = withoutPasswords(json)
  if (json.length > CHARS_MAX) return cut(clean)
  return clean === json ? (value ?? null) : JSON.parse(clean)
}

/** A text of at most a thousand characters, and how many there are where there are more. */
export function cut(text: string, max = CHARS_MAX): string {
  return text.length > max ? `${text.slice(0, max)}… (${text.length} characters)` : text
}
