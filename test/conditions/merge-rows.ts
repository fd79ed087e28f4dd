import type { MemberFacts } from '../../src/service/conditions/condition.ts'
import { match, type Row } from './row.ts'

const HOME = { addr1: '1 Main Street', addr2: '', city: 'Springfield', state: 'IL', zip: '62701', country: 'US' }

const merged = (tag: string, value: MemberFacts['merge_fields'][string]): Partial<MemberFacts> => ({
  merge_fields: { [tag]: value },
})
const named = (name: string): Partial<MemberFacts> => merged('FNAME', name)
const unset = {}

/** Conditions on merge fields and the address. */
export const mergeRows: readonly Row[] = [
  [match('AddressMerge', 'ADDRESS', 'contains', 'springfield il'), [merged('ADDRESS', HOME)], [unset]],
  [
    match('AddressMerge', 'ADDRESS', 'notcontain', 'Paris'),
    [merged('ADDRESS', HOME), unset],
    [merged('ADDRESS', { ...HOME, city: 'Paris' })],
  ],
  [match('AddressMerge', 'ADDRESS', 'blank'), [unset], [merged('ADDRESS', HOME)]],
  [match('AddressMerge', 'ADDRESS', 'blank_not'), [merged('ADDRESS', HOME)], [unset]],
  [match('ZipMerge', 'ZIP', 'geoin', '10', '62701'), [merged('ZIP', '62701')], [merged('ZIP', '62702'), unset]],
  [
    match('ZipMerge', 'ADDRESS', 'geoin', '10', 'springfield'),
    [merged('ADDRESS', HOME)],
    [merged('ADDRESS', { ...HOME, city: 'Paris' })],
  ],
  [match('BirthdayMerge', 'BORN', 'is', '12/10'), [merged('BORN', '12/10')], [merged('BORN', '12/11'), unset]],
  [match('BirthdayMerge', 'BORN', 'not', '12/10'), [merged('BORN', '12/11'), unset], [merged('BORN', '12/10')]],
  [match('BirthdayMerge', 'BORN', 'blank'), [unset], [merged('BORN', '12/10')]],
  [match('BirthdayMerge', 'BORN', 'blank_not'), [merged('BORN', '12/10')], [unset]],
  [match('DateMerge', 'SINCE', 'is', '2020-02-29'), [merged('SINCE', '2020-02-29')], [merged('SINCE', '2020-03-01')]],
  [match('DateMerge', 'SINCE', 'not', '2020-02-29'), [merged('SINCE', '2020-03-01'), unset], [merged('SINCE', '2020-02-29')]],
  [match('DateMerge', 'SINCE', 'greater', '2020-02-29'), [merged('SINCE', '2020-03-01')], [merged('SINCE', '2020-02-29'), unset]],
  [match('DateMerge', 'SINCE', 'less', '2020-02-29'), [merged('SINCE', '2020-02-28')], [merged('SINCE', '2020-02-29'), unset]],
  [match('DateMerge', 'SINCE', 'blank'), [unset], [merged('SINCE', '2020-02-28')]],
  [match('DateMerge', 'SINCE', 'blank_not'), [merged('SINCE', '2020-02-28')], [unset]],
  [match('SelectMerge', 'COLOUR', 'is', 'red'), [merged('COLOUR', 'Red')], [merged('COLOUR', 'Reddish'), unset]],
  [match('SelectMerge', 'COLOUR', 'not', 'red'), [merged('COLOUR', 'Blue'), unset], [merged('COLOUR', 'Red')]],
  [match('SelectMerge', 'COLOUR', 'contains', 'RED'), [merged('COLOUR', 'Reddish')], [merged('COLOUR', 'Blue')]],
  [match('SelectMerge', 'COLOUR', 'notcontain', 'red'), [merged('COLOUR', 'Blue'), unset], [merged('COLOUR', 'Reddish')]],
  [match('SelectMerge', 'COLOUR', 'blank'), [unset, merged('COLOUR', '')], [merged('COLOUR', 'Blue')]],
  [match('SelectMerge', 'COLOUR', 'blank_not'), [merged('COLOUR', 'Blue')], [unset]],
  [match('TextMerge', 'FNAME', 'is', 'ADA'), [named('Ada')], [named('Adam'), unset]],
  [match('TextMerge', 'FNAME', 'not', 'ada'), [named('Adam'), unset], [named('Ada')]],
  [match('TextMerge', 'FNAME', 'contains', 'DA'), [named('Ada')], [named('Bob'), unset]],
  [match('TextMerge', 'FNAME', 'notcontain', 'da'), [named('Bob'), unset], [named('Ada')]],
  [match('TextMerge', 'FNAME', 'starts', 'ad'), [named('Ada')], [named('Nad')]],
  [match('TextMerge', 'FNAME', 'ends', 'DA'), [named('Ada')], [named('Adam')]],
  [match('TextMerge', 'FNAME', 'greater', 'B'), [named('bob'), named('\u{1F600}')], [named('Ada'), named('b'), unset]],
  [match('TextMerge', 'FNAME', 'greater', '\uFF21'), [named('\u{1F600}')], [named('Zoe')]],
  [match('TextMerge', 'FNAME', 'less', 'B'), [named('Ada'), named(''), unset], [named('bob')]],
  [match('TextMerge', 'FNAME', 'blank'), [unset, named('')], [named('Ada')]],
  [match('TextMerge', 'FNAME', 'blank_not'), [named('Ada')], [unset]],
  [match('TextMerge', 'AGE', 'greater', '9'), [merged('AGE', 10)], [merged('AGE', 9), unset]],
  [match('TextMerge', 'AGE', 'less', '10'), [merged('AGE', 9), merged('AGE', 0)], [merged('AGE', 10), unset]],
  [match('TextMerge', 'AGE', 'is', '7.0'), [merged('AGE', 7)], [merged('AGE', 70)]],
  [match('TextMerge', 'AGE', 'starts', '7'), [merged('AGE', 70)], [merged('AGE', 17)]],
  [match('TextMerge', 'GONE', 'not', 'x'), [], [unset, merged('GONE', 'y')]],
  [match('TextMerge', 'GONE', 'blank'), [], [unset]],
  [match('EmailAddress', 'EMAIL', 'is', 'Nobody@ACME.test'), [unset], [{ email_address: 'ada@acme.test' }]],
  [match('EmailAddress', 'merge0', 'not', 'nobody@acme.test'), [{ email_address: 'ada@acme.test' }], [unset]],
  [match('EmailAddress', 'EMAIL', 'contains', 'ADA'), [{ email_address: 'ada@acme.test' }], [unset]],
  [match('EmailAddress', 'EMAIL', 'notcontain', 'ada'), [unset], [{ email_address: 'Ada@acme.test' }]],
  [match('EmailAddress', 'EMAIL', 'starts', 'ada@'), [{ email_address: 'Ada@acme.test' }], [unset]],
  [match('EmailAddress', 'EMAIL', 'ends', '@acme.test'), [unset], [{ email_address: 'ada@acme.example' }]],
  [match('EmailAddress', 'EMAIL', 'greater', 'm'), [unset], [{ email_address: 'ada@acme.test' }]],
  [match('EmailAddress', 'EMAIL', 'less', 'm'), [{ email_address: 'ada@acme.test' }], [unset]],
  [match('EmailAddress', 'EMAIL', 'blank'), [{ email_address: '' }], [{ email_address: 'ada@acme.test' }]],
]
