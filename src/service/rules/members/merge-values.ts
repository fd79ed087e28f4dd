import { NONE_OF_SEVERAL } from '../../../kernel/contract/check.ts'
import { isCalendarDay } from '../../../kernel/support/time.ts'
import type { FieldError } from '../../../kernel/world/errors.ts'
import { errors } from '../../model/errors.ts'
import type { MergeFieldRow } from '../../model/merge-fields/merge-field.ts'
import type { MergeValue } from '../../model/merge-fields/merge-field.ts'
import { isObject } from '../../../kernel/support/is-object.ts'

/** Values by merge tag, as stored in a row: unset ones are missing. */
export type MergeValues = { readonly [tag: string]: MergeValue }

/** The converted value, or what is wrong with it: in the words of the service, and in words that say more where the service says little. */
type MergeReading = { readonly value: MergeValue } | { readonly message: string; readonly more?: string }

/** How merge values are read. */
export interface MergeRules {
  /** Whether required fields must have a value afterwards, and stored addresses must be complete if anything is sent. */
  readonly strict: boolean
  /** Whether an address may lack parts, as it may after an import. */
  readonly imported?: boolean
}

/** The merge values of a member after a request. Only tags of the list are read; an empty value unsets a field. */
export function mergeValues(
  fields: readonly MergeFieldRow[],
  before: MergeValues,
  given: { readonly [tag: string]: unknown } | undefined,
  { strict, imported = false }: MergeRules,
): MergeValues {
  if (!given && !(strict && fields.some((field) => field.required))) return before
  const wrong: FieldError[] = []
  const after = new Map(Object.entries(before))
  for (const field of fields) {
    const { tag } = field
    const isSent = given !== undefined && Object.hasOwn(given, tag)
    if (isSent) {
      const reading = isEmptyMergeValue(given[tag], field) ? undefined : readValue(given[tag], field)
      if (!reading) after.delete(tag)
      else if ('value' in reading) after.set(tag, reading.value)
      else wrong.push(mistakeIn(tag, reading.message, reading.more))
    }
    if (wrong.at(-1)?.field === tag) continue
    const missing = isSent || (given && strict) ? missingParts(after.get(tag)) : []
    if (strict && field.required && !after.has(tag)) wrong.push({ field: tag, message: 'Please enter a value' })
    else if (missing.length > 0 && !imported)
      wrong.push(mistakeIn(tag, NO_ADDRESS, `${NO_ADDRESS}; missing: ${missing.join(', ')}.`))
  }
  if (wrong.length > 0) throw errors.invalidMergeFields(wrong)
  return Object.fromEntries(after)
}

function mistakeIn(field: string, message: string, more: string | undefined): FieldError {
  return more === undefined ? { field, message } : { field, message, precise: { field, message: more } }
}

function isEmptyMergeValue(value: unknown, { type }: MergeFieldRow): boolean {
  if (value === undefined || value === null || value === '') return true
  return type === 'address' && isObject(value) && Object.values(value).every((part) => part === '')
}

/** Maximum length of texts. */
const TEXT_BYTES_MAX = 255

const DATE_FORMS = 'YYYY-MM-DD, YYYY/MM/DD, DD-MM-YYYY or MM/DD/YYYY'

/** The types of fields whose values are texts of any kind. */
const TEXTS: ReadonlySet<MergeFieldRow['type']> = new Set(['text', 'phone', 'radio', 'dropdown', 'zip', 'url', 'imageurl'])

/** Reads a value that is not empty. Clients match phrases of the messages, so the assumptions list them. */
function readValue(value: unknown, field: MergeFieldRow): MergeReading {
  const isOfNoKind = typeof value === 'boolean' || Array.isArray(value) || (TEXTS.has(field.type) && typeof value === 'object')
  if (isOfNoKind) return { message: NONE_OF_SEVERAL, more: `Value must be ${KINDS[field.type] ?? 'a text'}.` }
  return readers[field.type](value, field)
}

/** The kinds of values, for the types of fields that take no text. */
const KINDS: { readonly [Type in MergeFieldRow['type']]?: string } = {
  number: 'a number, or a text of digits',
  address: 'an object with addr1, city, state and zip',
}

const readers: { readonly [Type in MergeFieldRow['type']]: (value: unknown, field: MergeFieldRow) => MergeReading } = {
  text: (value) => (typeof value === 'string' ? { value: cutText(value) } : { message: 'Value must be a text.' }),
  phone: (value) => (typeof value === 'string' ? { value } : { message: 'Value must be a phone number as a text.' }),
  number: readNumber,
  radio: readChoice,
  dropdown: readChoice,
  date: (value) => readDate(value) ?? { message: 'Please enter the date', more: `Please enter the date as ${DATE_FORMS}.` },
  birthday: readBirthday,
  address: readAddress,
  zip: (value) =>
    typeof value === 'string' && /^\d{5}$/.test(value) ? { value } : { message: 'Please enter a zip code of five digits' },
  url: (value) => readUrl(value) ?? { message: 'Please enter a URL' },
  imageurl: (value) => readUrl(value) ?? { message: 'Please enter the URL of an image' },
}

/** Cuts a text to the bytes of a text field, at a character boundary. */
function cutText(text: string): string {
  const most = text.length * 3
  if (most <= TEXT_BYTES_MAX) return text
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(TEXT_BYTES_MAX))
  return text.slice(0, read)
}

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i

function readNumber(value: unknown): MergeReading {
  const number = typeof value === 'string' && NUMBER.test(value.trim()) ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? { value: number } : { message: 'Please enter a number' }
}

function readChoice(value: unknown, { options: { choices = [] } }: MergeFieldRow): MergeReading {
  const isOne = typeof value === 'string' && choices.includes(value)
  return isOne ? { value } : { message: `Value must be one of: ${choices.join(', ')} (not ${String(value)})` }
}

const DATES = [
  /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)$/,
  /^(?<year>\d{4})\/(?<month>\d\d)\/(?<day>\d\d)$/,
  /^(?<day>\d\d)-(?<month>\d\d)-(?<year>\d{4})$/,
  /^(?<month>\d\d)\/(?<day>\d\d)\/(?<year>\d{4})$/,
]

function readDate(value: unknown): MergeReading | undefined {
  if (typeof value !== 'string') return undefined
  for (const form of DATES) {
    const { year = '', month = '', day = '' } = form.exec(value)?.groups ?? {}
    if (year !== '' && isCalendarDay(Number(year), Number(month), Number(day))) return { value: `${year}-${month}-${day}` }
  }
  return undefined
}

const A_LEAP_YEAR = 2000

function readBirthday(value: unknown): MergeReading {
  const [, month, day] = (typeof value === 'string' && /^(\d\d)\/(\d\d)$/.exec(value)) || []
  const isDay = isCalendarDay(A_LEAP_YEAR, Number(month), Number(day))
  if (isDay) return { value: `${month}/${day}` }
  const message = 'Please enter a month (01-12) and a day (01-31)'
  return { message, more: `${message} as MM/DD.` }
}

const NO_ADDRESS = 'Please enter a complete address'
const ADDRESS_NEEDS = ['addr1', 'city', 'state', 'zip'] as const

function readAddress(value: unknown): MergeReading {
  if (!isObject(value)) return { message: NO_ADDRESS, more: `Value must be ${KINDS.address}.` }
  const { addr1 = '', addr2 = '', city = '', state = '', zip = '', country = '' } = value
  const address = { addr1, addr2, city, state, zip, country }
  return isTexts(address) ? { value: address } : { message: NO_ADDRESS, more: `${NO_ADDRESS}; its parts must be texts.` }
}

/** The required parts that an address lacks; none if the value is not an address. */
function missingParts(value: MergeValue | undefined): readonly string[] {
  return typeof value === 'object' ? ADDRESS_NEEDS.filter((part) => value[part] === '') : []
}

function isTexts<Name extends string>(parts: { readonly [Each in Name]: unknown }): parts is { readonly [Each in Name]: string } {
  return Object.values(parts).every((part) => typeof part === 'string')
}

function readUrl(value: unknown): MergeReading | undefined {
  return typeof value === 'string' && /^https?:\/\//i.test(value) && URL.canParse(value) ? { value } : undefined
}
