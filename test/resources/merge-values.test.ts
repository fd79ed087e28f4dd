import { afterEach, describe, expect, test } from 'vitest'
import { makeList } from '../../src/service/rules/lists/make.ts'
import { makeMergeField } from '../../src/service/rules/merge-fields/make.ts'
import { makeMember } from '../../src/service/rules/members/make.ts'
import { mock } from '../mock.ts'
import { removeFolders, scenarioNamedMine } from '../scenarios/scenario-world.ts'
import { NONE_OF_SEVERAL } from '../service-texts.ts'

const ADA = 'ada@acme.test'

afterEach(removeFolders)

const ADDRESS = { addr1: '1 Main Street', addr2: '', city: 'Atlanta', state: 'GA', zip: '30308', country: 'US' }
const UMLAUTS = 'ä'.repeat(200)
const FACES = '😀'.repeat(80)

const TYPES = ['text', 'number', 'radio', 'dropdown', 'date', 'birthday', 'address', 'zip', 'phone', 'url', 'imageurl'] as const

type Type = (typeof TYPES)[number]

/** Two tags are already used by the default fields of every list. */
const tagOf = (type: Type) => (type === 'address' ? 'HOME' : type === 'phone' ? 'MOBILE' : type.toUpperCase())

/** A world with a member on a list that has a field of each type, named after the type. */
async function withFields(required?: Type) {
  const world = mock()
  const list = await world.plant((tx) => {
    const made = makeList(tx, { id: 'a1b2c3d4e5', name: 'Acme News' })
    for (const type of TYPES) {
      const options = type === 'radio' || type === 'dropdown' ? { choices: ['red', 'green'] } : {}
      makeMergeField(tx, made, { name: type, tag: tagOf(type), type, options, required: type === required })
    }
    makeMember(tx, made, { email_address: ADA })
    return made
  })
  const members = `/3.0/lists/${list.id}/members`
  return { ...world, list, members, ada: `${members}/${ADA}` }
}

/** The value is stored as sent. */
const KEPT = 'as it was sent'
/** The value is rejected, and the error names the field. */
const REFUSED = 'refused'

const table: [Type, unknown, unknown][] = [
  ['text', 'Ada', KEPT],
  ['text', '', ''],
  ['text', 'a'.repeat(255), KEPT],
  ['text', 'a'.repeat(256), 'a'.repeat(255)],
  ['text', UMLAUTS, 'ä'.repeat(127)],
  ['text', `a${UMLAUTS}`, `a${'ä'.repeat(127)}`],
  ['text', FACES, '😀'.repeat(63)],
  ['text', '<script>"quoted"</script>', KEPT],
  ['text', 7, REFUSED],
  ['text', true, REFUSED],
  ['text', ['Ada'], REFUSED],
  ['text', {}, REFUSED],
  ['number', {}, REFUSED],
  ['radio', {}, REFUSED],
  ['dropdown', {}, REFUSED],
  ['date', {}, REFUSED],
  ['birthday', {}, REFUSED],
  ['zip', {}, REFUSED],
  ['phone', {}, REFUSED],
  ['url', {}, REFUSED],
  ['imageurl', { a: '' }, REFUSED],
  ['number', 7, KEPT],
  ['number', 0, KEPT],
  ['number', -1.5, KEPT],
  ['number', '7', 7],
  ['number', ' 7.25 ', 7.25],
  ['number', '1e3', 1000],
  ['number', '', ''],
  ['number', '1e999', REFUSED],
  ['number', '0x10', REFUSED],
  ['number', 'seven', REFUSED],
  ['number', true, REFUSED],
  ['radio', 'red', KEPT],
  ['radio', 'blue', REFUSED],
  ['radio', 'Red', REFUSED],
  ['dropdown', 'green', KEPT],
  ['dropdown', 1, REFUSED],
  ['date', '2024-02-29', KEPT],
  ['date', '2024/02/29', '2024-02-29'],
  ['date', '29-02-2024', '2024-02-29'],
  ['date', '02/29/2024', '2024-02-29'],
  ['date', '2023-02-29', REFUSED],
  ['date', '2024-2-9', REFUSED],
  ['date', '29.02.2024', REFUSED],
  ['date', '2024-02-29T10:00:00Z', REFUSED],
  ['date', 20240229, REFUSED],
  ['birthday', '02/29', KEPT],
  ['birthday', '12/31', KEPT],
  ['birthday', '31/12', REFUSED],
  ['birthday', '02/30', REFUSED],
  ['birthday', '2/3', REFUSED],
  ['birthday', 12, REFUSED],
  ['address', ADDRESS, KEPT],
  ['address', { addr1: '1 Main Street', city: 'Atlanta', state: 'GA', zip: '30308' }, { ...ADDRESS, country: '' }],
  ['address', { ...ADDRESS, planet: 'Earth' }, ADDRESS],
  ['address', '', ''],
  ['address', {}, ''],
  ['address', { addr1: '', city: '', state: '', zip: '' }, ''],
  ['address', { ...ADDRESS, zip: '' }, REFUSED],
  ['address', { addr1: '1 Main Street' }, REFUSED],
  ['address', { ...ADDRESS, zip: 30308 }, REFUSED],
  ['address', '1 Main Street, Atlanta', REFUSED],
  ['address', [ADDRESS], REFUSED],
  ['zip', '30308', KEPT],
  ['zip', '3030', REFUSED],
  ['zip', '30308-1234', REFUSED],
  ['zip', 'ABCDE', REFUSED],
  ['phone', '404-555-0102', KEPT],
  ['phone', 4045550102, REFUSED],
  ['url', 'https://acme.test/a?b=c', KEPT],
  ['url', 'http://acme.test', KEPT],
  ['url', 'acme.test', REFUSED],
  ['url', 'ftp://acme.test', REFUSED],
  ['url', 'http://', REFUSED],
  ['url', 'javascript:alert(1)', REFUSED],
  ['imageurl', 'https://acme.test/ada.png', KEPT],
  ['imageurl', 'ada.png', REFUSED],
  ['text', null, ''],
]

describe('updateMember', () => {
  test.each(table)('a merge field of type %s sent as %j is stored as %j', async (type, given, expected) => {
    const { call, ada, defects } = await withFields()
    const tag = tagOf(type)
    const { body } = await call(`PATCH ${ada}`, { merge_fields: { [tag]: given } })
    const seen = body.title ? [body.title, body.errors[0].field] : body.merge_fields[tag]
    expect(seen).toEqual({ [KEPT]: given, [REFUSED]: ['Invalid Resource', tag] }[String(expected)] ?? expected)
    expect(defects).toEqual([])
  })

  test('a million digits that are not a number are rejected as a merge value, without slow backtracking', async () => {
    const { call, ada } = await withFields()
    const { body } = await call(`PATCH ${ada}`, { merge_fields: { NUMBER: `${'1'.repeat(1_000_000)}x` } })
    expect(body).toMatchObject({ status: 400, errors: [{ field: 'NUMBER' }] })
  })

  test('updateMember names every invalid merge field by its bare tag', async () => {
    const { call, ada } = await withFields()
    const { body } = await call(`PATCH ${ada}`, { merge_fields: { ZIP: 'x', NUMBER: 'y', TEXT: 'z' } })
    expect(body.errors.map((error: { field: string }) => error.field)).toEqual(['NUMBER', 'ZIP'])
  })

  test("a member's record shows every merge field of the list, unset ones as empty", async () => {
    const { call, ada } = await withFields()
    const { body } = await call(`PATCH ${ada}`, { merge_fields: { NUMBER: '7', RADIO: 'red' } })
    expect(body.merge_fields).toEqual({
      FNAME: '',
      LNAME: '',
      ADDRESS: '',
      PHONE: '',
      TEXT: '',
      NUMBER: 7,
      RADIO: 'red',
      DROPDOWN: '',
      DATE: '',
      BIRTHDAY: '',
      HOME: '',
      ZIP: '',
      MOBILE: '',
      URL: '',
      IMAGEURL: '',
    })
  })

  test('updateMember ignores merge tags that the list does not have, whatever their name', async () => {
    const { call, ada, handle } = await withFields()
    await call(`GET ${ada}`)
    const before = handle().world
    const { status, body } = await call(`PATCH ${ada}`, undefined, {
      raw: '{"merge_fields":{"NOPE":{"deep":[1]},"__proto__":{"TEXT":"x"},"constructor":"x","fname":"Ada"}}',
    })
    expect(status).toBe(200)
    expect(body.merge_fields).not.toHaveProperty('NOPE')
    expect(handle().world).toBe(before)
  })

  test('updateMember keeps merge values that are not sent', async () => {
    const { call, ada } = await withFields()
    await call(`PATCH ${ada}`, { merge_fields: { FNAME: 'Ada', LNAME: 'Byron' } })
    const { body } = await call(`PATCH ${ada}`, { merge_fields: { LNAME: '' } })
    expect(body).toMatchObject({ full_name: 'Ada', merge_fields: { FNAME: 'Ada', LNAME: '' } })
  })

  test('a required merge field is enforced only for requests that change the status', async () => {
    const { call, ada } = await withFields('text')
    const refused = await call(`PATCH ${ada}`, { status: 'unsubscribed' })
    expect(refused.body).toMatchObject({ title: 'Invalid Resource', status: 400, errors: [{ field: 'TEXT' }] })
    expect((await call(`PATCH ${ada}?skip_merge_validation=true`, { status: 'unsubscribed' })).body.status).toBe('unsubscribed')
  })

  test('a stored value satisfies a required merge field', async () => {
    const { call, ada } = await withFields('text')
    await call(`PATCH ${ada}`, { merge_fields: { TEXT: 'there' } })
    expect((await call(`PATCH ${ada}`, { status: 'unsubscribed' })).status).toBe(200)
    expect((await call(`PATCH ${ada}`, { merge_fields: { TEXT: '' } })).body).toMatchObject({ errors: [{ field: 'TEXT' }] })
  })

  test('an empty request does not enforce required merge fields', async () => {
    const { call, ada } = await withFields('text')
    expect((await call(`PATCH ${ada}`, {})).status).toBe(200)
  })

  test('skip_merge_validation does not make an invalid value valid', async () => {
    const { call, ada } = await withFields('zip')
    const { body } = await call(`PATCH ${ada}?skip_merge_validation=true`, { merge_fields: { ZIP: 'x' } })
    expect(body).toMatchObject({ title: 'Invalid Resource', errors: [{ field: 'ZIP' }] })
  })
})

describe('the message of an invalid merge field is that which clients match:', () => {
  test.each([
    ['a number that is none', 'number', 'seven', 'Please enter a number'],
    ['a number field with an object', 'number', { seven: 7 }, 'Please enter a number'],
    ['a date that is none', 'date', 'tomorrow', 'Please enter the date'],
    ['a date that does not exist', 'date', '2023-02-29', 'Please enter the date'],
    ['a birthday that is none', 'birthday', '31/12', 'Please enter a month (01-12) and a day (01-31)'],
    ['an address without its zip', 'address', { ...ADDRESS, zip: '' }, 'Please enter a complete address'],
    ['an address with only one part', 'address', { addr1: '1 Main Street' }, 'Please enter a complete address'],
    ['an address that is a text', 'address', '1 Main Street, Atlanta', 'Please enter a complete address'],
    ['a text field with an array', 'text', ['Ada'], NONE_OF_SEVERAL],
    ['a text field with an object', 'text', { first: 'Ada' }, NONE_OF_SEVERAL],
    ['a phone field with an object', 'phone', { area: '404' }, NONE_OF_SEVERAL],
    ['a dropdown field with an array', 'dropdown', ['red'], NONE_OF_SEVERAL],
    ['a number field with an array', 'number', [7], NONE_OF_SEVERAL],
    ['an address that is a boolean', 'address', true, NONE_OF_SEVERAL],
  ] satisfies [string, Type, unknown, string][])(
    'an invalid merge field is rejected with the text of the service: %s',
    async (_, type, given, message) => {
      const { call, ada } = await withFields()
      const { status, body } = await call(`PATCH ${ada}`, { merge_fields: { [tagOf(type)]: given } })
      expect([status, body.title, body.detail]).toEqual([400, 'Invalid Resource', 'Your merge fields were invalid.'])
      expect(body.errors).toEqual([{ field: tagOf(type), message }])
    },
  )

  test('an invalid choice is rejected with the choices and the value', async () => {
    const { call, list, plant, ada } = await withFields()
    await plant((tx) =>
      makeMergeField(tx, list, { tag: 'AGREE', name: 'Agree', type: 'radio', options: { choices: ['Yes', ''] } }),
    )
    const { body } = await call(`PATCH ${ada}`, { merge_fields: { AGREE: 1 } })
    expect(body.errors).toEqual([{ field: 'AGREE', message: 'Value must be one of: Yes,  (not 1)' }])
  })

  test.each([
    ['an address', 'address', { ...ADDRESS, zip: '' }, 'HOME: Please enter a complete address; missing: zip.'],
    ['a date', 'date', 'tomorrow', 'DATE: Please enter the date as YYYY-MM-DD'],
    ['a text', 'text', ['Ada'], 'TEXT: Value must be a text.'],
  ] satisfies [string, Type, unknown, string][])('a header says what is wrong with %s', async (_, type, given, hint) => {
    const { call, ada } = await withFields()
    const { headers } = await call(`PATCH ${ada}`, { merge_fields: { [tagOf(type)]: given } })
    expect(headers.get('x-maildouble-hint')).toContain(hint)
  })

  test('an empty value of a required merge field is rejected with the phrase that clients match', async () => {
    const { call, ada } = await withFields('text')
    await call(`PATCH ${ada}`, { merge_fields: { TEXT: 'there' } })
    const { body } = await call(`PATCH ${ada}`, { merge_fields: { TEXT: '' } })
    expect(body.errors).toEqual([{ field: 'TEXT', message: 'Please enter a value' }])
  })
})

describe('a stored address without all of its parts', () => {
  const imported = `
lists:
  - id: a1b2c3d4e5
    name: Acme News
    members:
      - email_address: ${ADA}
        status: subscribed
        merge_fields: { FNAME: Ada, ADDRESS: { addr1: 1 Main Street, city: Atlanta } }
`
  const ada = `/3.0/lists/a1b2c3d4e5/members/${ADA}`
  const STORED = { addr1: '1 Main Street', addr2: '', city: 'Atlanta', state: '', zip: '', country: '' }
  const blocked = [{ field: 'ADDRESS', message: 'Please enter a complete address' }]
  const world = () => mock({ scenario: 'mine' }, { scenarios: scenarioNamedMine(imported) })

  test('a stored address without all of its parts can be planted by a scenario and is shown with its empty parts', async () => {
    expect((await world().call(`GET ${ada}`)).body.merge_fields).toMatchObject({ FNAME: 'Ada', ADDRESS: STORED })
  })

  test('a stored address without all of its parts blocks every later write of the member that sends merge_fields, and none without', async () => {
    const { call } = world()
    for (const method of ['PATCH', 'PUT']) {
      const { status, body } = await call(`${method} ${ada}`, { merge_fields: { FNAME: 'Augusta' } })
      expect([status, body.title, body.errors]).toEqual([400, 'Invalid Resource', blocked])
      expect((await call(`${method} ${ada}`, { language: 'fr' })).status).toBe(200)
    }
    expect((await call(`GET ${ada}`)).body.merge_fields.FNAME).toBe('Ada')
  })

  test('a stored address without all of its parts blocks a bulk update of the member as an entry of errors', async () => {
    const { call } = world()
    const { body } = await call('POST /3.0/lists/a1b2c3d4e5', {
      members: [{ email_address: ADA, merge_fields: { FNAME: 'Augusta' } }],
      update_existing: true,
    })
    expect(body.errors).toMatchObject([{ email_address: ADA, field: 'ADDRESS', field_message: blocked[0]?.message }])
  })

  test('a stored address without all of its parts does not block writes with skip_merge_validation', async () => {
    const { call } = world()
    const { body } = await call(`PATCH ${ada}?skip_merge_validation=true`, { merge_fields: { FNAME: 'Augusta' } })
    expect(body.merge_fields).toMatchObject({ FNAME: 'Augusta', ADDRESS: STORED })
  })

  test('a stored address without all of its parts does not block a write that completes or removes it', async () => {
    const { call } = world()
    expect((await call(`PATCH ${ada}`, { merge_fields: { ADDRESS } })).body.merge_fields.ADDRESS).toEqual(ADDRESS)
    const other = world()
    expect((await other.call(`PATCH ${ada}`, { merge_fields: { ADDRESS: '' } })).body.merge_fields.ADDRESS).toBe('')
    expect((await other.call(`PATCH ${ada}`, { merge_fields: { FNAME: 'Augusta' } })).status).toBe(200)
  })
})

describe('addMember', () => {
  test.each(TYPES)('a required merge field of type %s must be sent for a new member', async (type) => {
    const { call, members } = await withFields(type)
    const { body } = await call(`POST ${members}`, { email_address: 'grace@acme.test', status: 'subscribed' })
    expect(body).toMatchObject({ title: 'Invalid Resource', errors: [{ field: tagOf(type), message: 'Please enter a value' }] })
  })

  test('a stored value of an archived member satisfies a required merge field when the member is restored', async () => {
    const { call, members, ada } = await withFields('text')
    await call(`PATCH ${ada}`, { merge_fields: { TEXT: 'there' } })
    await call(`DELETE ${ada}`)
    const { body } = await call(`POST ${members}`, { email_address: ADA, status: 'subscribed' })
    expect(body.merge_fields.TEXT).toBe('there')
  })

  test('skip_merge_validation of addMember allows a required merge field to be omitted', async () => {
    const { call, members } = await withFields('text')
    const { status } = await call(`POST ${members}?skip_merge_validation=true`, {
      email_address: 'grace@acme.test',
      status: 'subscribed',
    })
    expect(status).toBe(200)
  })
})

describe('setMember', () => {
  test('skip_merge_validation of setMember allows a required merge field to be omitted', async () => {
    const { call, members, ada } = await withFields('text')
    const grace = { email_address: 'grace@acme.test', status_if_new: 'subscribed' }
    expect((await call(`PUT ${members}/grace@acme.test?skip_merge_validation=true`, grace)).status).toBe(200)
    expect((await call(`PUT ${ada}?skip_merge_validation=true`, { language: 'fr' })).status).toBe(200)
  })

  test('setMember requires a required merge field for a new member, but not for an existing one', async () => {
    const { call, members, ada } = await withFields('text')
    const body = { email_address: 'grace@acme.test', status_if_new: 'subscribed' }
    expect((await call(`PUT ${members}/grace@acme.test`, body)).body).toMatchObject({ errors: [{ field: 'TEXT' }] })
    await call(`PUT ${ada}`, { email_address: ADA, merge_fields: { TEXT: 'there' } })
    expect((await call(`PUT ${ada}`, { email_address: ADA, language: 'fr' })).status).toBe(200)
  })
})
