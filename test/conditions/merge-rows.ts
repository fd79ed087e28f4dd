import type { MemberFacts } from '../../src/service/conditions/condition.ts'
import type { Row } from './row.ts'

const HOME = { addr1: '1 Main Street', addr2: '', city: 'Springfield', state: 'IL', zip: '62701', country: 'US' }

const merged = (tag: string, value: MemberFacts['merge_fields'][string]): Partial<MemberFacts> => ({
  merge_fields: { [tag]: value },
})
const named = (name: string): Partial<MemberFacts> => merged('FNAME', name)
const unset = {}

/** Conditions on merge fields and the address. */
export const mergeRows: readonly Row[] = [
  [
    { condition_type: 'AddressMerge', field: 'ADDRESS', op: 'contains', value: 'springfield il' },
    [merged('ADDRESS', HOME)],
    [unset],
  ],
  [
    { condition_type: 'AddressMerge', field: 'ADDRESS', op: 'notcontain', value: 'Paris' },
    [merged('ADDRESS', HOME), unset],
    [merged('ADDRESS', { ...HOME, city: 'Paris' })],
  ],
  [{ condition_type: 'AddressMerge', field: 'ADDRESS', op: 'blank' }, [unset], [merged('ADDRESS', HOME)]],
  [{ condition_type: 'AddressMerge', field: 'ADDRESS', op: 'blank_not' }, [merged('ADDRESS', HOME)], [unset]],
  [
    { condition_type: 'ZipMerge', field: 'ZIP', op: 'geoin', value: '10', extra: '62701' },
    [merged('ZIP', '62701')],
    [merged('ZIP', '62702'), unset],
  ],
  [
    { condition_type: 'ZipMerge', field: 'ADDRESS', op: 'geoin', value: '10', extra: 'springfield' },
    [merged('ADDRESS', HOME)],
    [merged('ADDRESS', { ...HOME, city: 'Paris' })],
  ],
  [
    { condition_type: 'BirthdayMerge', field: 'BORN', op: 'is', value: '12/10' },
    [merged('BORN', '12/10')],
    [merged('BORN', '12/11'), unset],
  ],
  [
    { condition_type: 'BirthdayMerge', field: 'BORN', op: 'not', value: '12/10' },
    [merged('BORN', '12/11'), unset],
    [merged('BORN', '12/10')],
  ],
  [{ condition_type: 'BirthdayMerge', field: 'BORN', op: 'blank' }, [unset], [merged('BORN', '12/10')]],
  [{ condition_type: 'BirthdayMerge', field: 'BORN', op: 'blank_not' }, [merged('BORN', '12/10')], [unset]],
  [
    { condition_type: 'DateMerge', field: 'SINCE', op: 'is', value: '2020-02-29' },
    [merged('SINCE', '2020-02-29')],
    [merged('SINCE', '2020-03-01')],
  ],
  [
    { condition_type: 'DateMerge', field: 'SINCE', op: 'not', value: '2020-02-29' },
    [merged('SINCE', '2020-03-01'), unset],
    [merged('SINCE', '2020-02-29')],
  ],
  [
    { condition_type: 'DateMerge', field: 'SINCE', op: 'greater', value: '2020-02-29' },
    [merged('SINCE', '2020-03-01')],
    [merged('SINCE', '2020-02-29'), unset],
  ],
  [
    { condition_type: 'DateMerge', field: 'SINCE', op: 'less', value: '2020-02-29' },
    [merged('SINCE', '2020-02-28')],
    [merged('SINCE', '2020-02-29'), unset],
  ],
  [{ condition_type: 'DateMerge', field: 'SINCE', op: 'blank' }, [unset], [merged('SINCE', '2020-02-28')]],
  [{ condition_type: 'DateMerge', field: 'SINCE', op: 'blank_not' }, [merged('SINCE', '2020-02-28')], [unset]],
  [
    { condition_type: 'SelectMerge', field: 'COLOUR', op: 'is', value: 'red' },
    [merged('COLOUR', 'Red')],
    [merged('COLOUR', 'Reddish'), unset],
  ],
  [
    { condition_type: 'SelectMerge', field: 'COLOUR', op: 'not', value: 'red' },
    [merged('COLOUR', 'Blue'), unset],
    [merged('COLOUR', 'Red')],
  ],
  [
    { condition_type: 'SelectMerge', field: 'COLOUR', op: 'contains', value: 'RED' },
    [merged('COLOUR', 'Reddish')],
    [merged('COLOUR', 'Blue')],
  ],
  [
    { condition_type: 'SelectMerge', field: 'COLOUR', op: 'notcontain', value: 'red' },
    [merged('COLOUR', 'Blue'), unset],
    [merged('COLOUR', 'Reddish')],
  ],
  [{ condition_type: 'SelectMerge', field: 'COLOUR', op: 'blank' }, [unset, merged('COLOUR', '')], [merged('COLOUR', 'Blue')]],
  [{ condition_type: 'SelectMerge', field: 'COLOUR', op: 'blank_not' }, [merged('COLOUR', 'Blue')], [unset]],
  [{ condition_type: 'TextMerge', field: 'FNAME', op: 'is', value: 'ADA' }, [named('Ada')], [named('Adam'), unset]],
  [{ condition_type: 'TextMerge', field: 'FNAME', op: 'not', value: 'ada' }, [named('Adam'), unset], [named('Ada')]],
  [{ condition_type: 'TextMerge', field: 'FNAME', op: 'contains', value: 'DA' }, [named('Ada')], [named('Bob'), unset]],
  [{ condition_type: 'TextMerge', field: 'FNAME', op: 'notcontain', value: 'da' }, [named('Bob'), unset], [named('Ada')]],
  [{ condition_type: 'TextMerge', field: 'FNAME', op: 'starts', value: 'ad' }, [named('Ada')], [named('Nad')]],
  [{ condition_type: 'TextMerge', field: 'FNAME', op: 'ends', value: 'DA' }, [named('Ada')], [named('Adam')]],
  [
    { condition_type: 'TextMerge', field: 'FNAME', op: 'greater', value: 'B' },
    [named('bob'), named('\u{1F600}')],
    [named('Ada'), named('b'), unset],
  ],
  [{ condition_type: 'TextMerge', field: 'FNAME', op: 'greater', value: '\uFF21' }, [named('\u{1F600}')], [named('Zoe')]],
  [{ condition_type: 'TextMerge', field: 'FNAME', op: 'less', value: 'B' }, [named('Ada'), named(''), unset], [named('bob')]],
  [{ condition_type: 'TextMerge', field: 'FNAME', op: 'blank' }, [unset, named('')], [named('Ada')]],
  [{ condition_type: 'TextMerge', field: 'FNAME', op: 'blank_not' }, [named('Ada')], [unset]],
  [{ condition_type: 'TextMerge', field: 'AGE', op: 'greater', value: '9' }, [merged('AGE', 10)], [merged('AGE', 9), unset]],
  [
    { condition_type: 'TextMerge', field: 'AGE', op: 'less', value: '10' },
    [merged('AGE', 9), merged('AGE', 0)],
    [merged('AGE', 10), unset],
  ],
  [{ condition_type: 'TextMerge', field: 'AGE', op: 'is', value: '7.0' }, [merged('AGE', 7)], [merged('AGE', 70)]],
  [{ condition_type: 'TextMerge', field: 'AGE', op: 'starts', value: '7' }, [merged('AGE', 70)], [merged('AGE', 17)]],
  [{ condition_type: 'TextMerge', field: 'GONE', op: 'not', value: 'x' }, [], [unset, merged('GONE', 'y')]],
  [{ condition_type: 'TextMerge', field: 'GONE', op: 'blank' }, [], [unset]],
  [
    { condition_type: 'EmailAddress', field: 'EMAIL', op: 'is', value: 'Nobody@ACME.test' },
    [unset],
    [{ email_address: 'ada@acme.test' }],
  ],
  [
    { condition_type: 'EmailAddress', field: 'merge0', op: 'not', value: 'nobody@acme.test' },
    [{ email_address: 'ada@acme.test' }],
    [unset],
  ],
  [
    { condition_type: 'EmailAddress', field: 'EMAIL', op: 'contains', value: 'ADA' },
    [{ email_address: 'ada@acme.test' }],
    [unset],
  ],
  [
    { condition_type: 'EmailAddress', field: 'EMAIL', op: 'notcontain', value: 'ada' },
    [unset],
    [{ email_address: 'Ada@acme.test' }],
  ],
  [
    { condition_type: 'EmailAddress', field: 'EMAIL', op: 'starts', value: 'ada@' },
    [{ email_address: 'Ada@acme.test' }],
    [unset],
  ],
  [
    { condition_type: 'EmailAddress', field: 'EMAIL', op: 'ends', value: '@acme.test' },
    [unset],
    [{ email_address: 'ada@acme.example' }],
  ],
  [{ condition_type: 'EmailAddress', field: 'EMAIL', op: 'greater', value: 'm' }, [unset], [{ email_address: 'ada@acme.test' }]],
  [{ condition_type: 'EmailAddress', field: 'EMAIL', op: 'less', value: 'm' }, [{ email_address: 'ada@acme.test' }], [unset]],
  [
    { condition_type: 'EmailAddress', field: 'EMAIL', op: 'blank' },
    [{ email_address: '' }],
    [{ email_address: 'ada@acme.test' }],
  ],
]
