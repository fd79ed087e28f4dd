import type { MemberFacts } from '../../src/service/conditions/condition.ts'
import { at } from './audience.ts'
import type { Row } from './row.ts'

const PARIS = { latitude: 48.8566, longitude: 2.3522, country_code: 'FR', region: 'IDF' }
const LONDON = { latitude: 51.5074, longitude: -0.1278, country_code: 'GB', region: 'ENG' }

const ada = { contact_id: 'ada' }
const bob = { contact_id: 'bob' }
const eve = { contact_id: 'eve' }
const optedIn = (text: string): Partial<MemberFacts> => ({ timestamp_opt: at(text) })
const changed = (text: string): Partial<MemberFacts> => ({ last_changed: at(text) })
const unset = {}
const never = { timestamp_opt: 0 }

/** Conditions on member data other than merge fields. */
export const memberRows: readonly Row[] = [
  [{ condition_type: 'Aim', field: 'aim', op: 'open', value: '101' }, [ada], [bob, eve]],
  [{ condition_type: 'Aim', field: 'aim', op: 'open', value: '102' }, [], [ada, bob]],
  [{ condition_type: 'Aim', field: 'aim', op: 'open', value: 'any' }, [ada], [bob]],
  [{ condition_type: 'Aim', field: 'aim', op: 'open', value: '999' }, [], [ada]],
  [{ condition_type: 'Aim', field: 'aim', op: 'click', value: '101' }, [ada], [bob]],
  [{ condition_type: 'Aim', field: 'aim', op: 'sent', value: '102' }, [bob], [ada, eve]],
  [{ condition_type: 'Aim', field: 'aim', op: 'sent', value: 'any' }, [ada, bob], [eve]],
  [{ condition_type: 'Aim', field: 'aim', op: 'noopen', value: '101' }, [bob], [ada, eve]],
  [{ condition_type: 'Aim', field: 'aim', op: 'noopen', value: '999' }, [], [ada, eve]],
  [{ condition_type: 'Aim', field: 'aim', op: 'noclick', value: 'any' }, [bob], [ada, eve]],
  [{ condition_type: 'Aim', field: 'aim', op: 'nosent', value: '102' }, [ada, eve], [bob]],
  [{ condition_type: 'Aim', field: 'aim', op: 'nosent', value: '999' }, [ada], []],

  [{ condition_type: 'Automation', field: 'automation', op: 'started', value: '201' }, [ada, bob], [eve]],
  [{ condition_type: 'Automation', field: 'automation', op: 'started', value: '999' }, [], [ada]],
  [{ condition_type: 'Automation', field: 'automation', op: 'completed', value: '201' }, [ada], [bob, eve]],
  [{ condition_type: 'Automation', field: 'automation', op: 'not_started', value: '201' }, [eve], [ada, bob]],
  [{ condition_type: 'Automation', field: 'automation', op: 'not_started', value: '999' }, [ada], []],
  [{ condition_type: 'Automation', field: 'automation', op: 'not_completed', value: '201' }, [bob, eve], [ada]],

  [{ condition_type: 'Conversation', field: 'conversation', op: 'member', value: '101' }, [ada], [bob]],
  [{ condition_type: 'Conversation', field: 'conversation', op: 'notmember', value: 'any' }, [bob, eve], [ada]],

  [
    { condition_type: 'Date', field: 'timestamp_opt', op: 'greater', value: 'date', extra: '2026-01-10' },
    [optedIn('2026-01-11T00:00:00Z')],
    [optedIn('2026-01-10T23:59:59Z'), optedIn('2026-01-09'), never],
  ],
  [
    { condition_type: 'Date', field: 'timestamp_opt', op: 'less', value: 'date', extra: '2026-01-10' },
    [optedIn('2026-01-09T23:59:59Z')],
    [optedIn('2026-01-10T00:00:00Z'), never],
  ],
  [
    { condition_type: 'Date', field: 'timestamp_opt', op: 'is', value: 'date', extra: '2026-01-10' },
    [optedIn('2026-01-10T00:00:00Z'), optedIn('2026-01-10T23:59:59Z')],
    [optedIn('2026-01-11T00:00:00Z'), never],
  ],
  [
    { condition_type: 'Date', field: 'timestamp_opt', op: 'not', value: 'date', extra: '2026-01-10' },
    [optedIn('2026-01-11T00:00:00Z'), never],
    [optedIn('2026-01-10T12:00:00Z')],
  ],
  [
    { condition_type: 'Date', field: 'info_changed', op: 'greater', value: 'campaign', extra: '101' },
    [changed('2026-01-10T12:00:01Z')],
    [changed('2026-01-10T12:00:00Z')],
  ],
  [
    { condition_type: 'Date', field: 'info_changed', op: 'less', value: 'last' },
    [changed('2026-01-12T11:59:59Z')],
    [changed('2026-01-12T12:00:00Z')],
  ],
  [
    { condition_type: 'Date', field: 'info_changed', op: 'is', value: 'last' },
    [changed('2026-01-12T01:00:00Z')],
    [changed('2026-01-13')],
  ],
  [
    { condition_type: 'Date', field: 'info_changed', op: 'greater', value: 'campaign', extra: '999' },
    [],
    [changed('2026-01-14')],
  ],
  [{ condition_type: 'Date', field: 'info_changed', op: 'not', value: 'campaign', extra: '999' }, [changed('2026-01-14')], []],
  [{ condition_type: 'Date', field: 'timestamp_opt', op: 'blank' }, [never], [optedIn('2026-01-10')]],
  [{ condition_type: 'Date', field: 'timestamp_opt', op: 'blank_not' }, [optedIn('2026-01-10')], [never]],
  [
    { condition_type: 'Date', field: 'timestamp_opt', op: 'within', value: 'date', extra: 3 },
    [optedIn('2026-01-12T09:00:00Z'), optedIn('2026-01-15T09:00:00Z')],
    [optedIn('2026-01-12T08:59:59Z'), optedIn('2026-01-15T09:00:01Z'), never],
  ],
  [
    { condition_type: 'Date', field: 'timestamp_opt', op: 'notwithin', extra: '3' },
    [optedIn('2026-01-12T08:59:59Z'), never],
    [optedIn('2026-01-12T09:00:00Z')],
  ],

  [
    { condition_type: 'NewSubscribers', field: 'timestamp_opt', op: 'date_within', value: '1' },
    [optedIn('2026-01-14T09:00:00Z')],
    [optedIn('2026-01-14T08:59:59Z')],
  ],

  [
    { condition_type: 'EmailClient', field: 'email_client', op: 'client_is', value: 'Postbox' },
    [{ email_client: 'postbox' }],
    [unset],
  ],
  [
    { condition_type: 'EmailClient', field: 'email_client', op: 'client_not', value: 'Postbox' },
    [unset],
    [{ email_client: 'Postbox' }],
  ],

  [{ condition_type: 'Language', field: 'language', op: 'is', value: 'de' }, [{ language: 'de' }], [{ language: 'en' }, unset]],
  [{ condition_type: 'Language', field: 'language', op: 'not', value: 'de' }, [{ language: 'en' }, unset], [{ language: 'de' }]],

  [{ condition_type: 'MemberRating', field: 'rating', op: 'is', value: 4 }, [{ rating: 4 }], [{ rating: 5 }]],
  [{ condition_type: 'MemberRating', field: 'rating', op: 'not', value: 4 }, [{ rating: 5 }], [{ rating: 4 }]],
  [{ condition_type: 'MemberRating', field: 'rating', op: 'greater', value: 3 }, [{ rating: 4 }], [{ rating: 3 }]],
  [{ condition_type: 'MemberRating', field: 'rating', op: 'less', value: 3 }, [{ rating: 2 }], [{ rating: 3 }]],

  [{ condition_type: 'SignupSource', field: 'source', op: 'source_is', value: 'api - generic' }, [unset], [{ source: 'Import' }]],
  [{ condition_type: 'SignupSource', field: 'source', op: 'source_not', value: 'Import' }, [unset], [{ source: 'Import' }]],

  [{ condition_type: 'VIP', field: 'vip_flag', op: 'member' }, [{ vip: true }], [{ vip: false }]],
  [{ condition_type: 'VIP', field: 'vip_flag', op: 'notmember' }, [{ vip: false }], [{ vip: true }]],

  [
    { condition_type: 'Interests', field: 'interests-7', op: 'interestcontains', value: [1, 2] },
    [{ interests: ['music'] }, { interests: ['x', 'art'] }],
    [{ interests: ['x'] }, unset],
  ],
  [
    { condition_type: 'Interests', field: 'interests-51d15ef0e9', op: 'interestcontainsall', value: ['1ecfb1d267', 2] },
    [{ interests: ['art', 'music'] }],
    [{ interests: ['music'] }],
  ],
  [
    { condition_type: 'Interests', field: 'interests-7', op: 'interestnotcontains', value: [1, 2] },
    [unset, { interests: ['x'] }],
    [{ interests: ['music'] }],
  ],
  [
    { condition_type: 'Interests', field: 'interests-8', op: 'interestnotcontains', value: [1] },
    [],
    [unset, { interests: ['music'] }],
  ],
  [{ condition_type: 'Interests', field: 'interests-7', op: 'interestnotcontains', value: [99] }, [], [unset]],
  [
    { condition_type: 'Interests', field: 'interests-7', op: 'interestcontains', value: [1, 99] },
    [{ interests: ['music'] }],
    [unset],
  ],
  [
    { condition_type: 'Interests', field: 'interests-7', op: 'interestcontainsall', value: [1, 99] },
    [],
    [{ interests: ['music'] }],
  ],

  [{ condition_type: 'StaticSegment', field: 'static_segment', op: 'static_is', value: 10001 }, [ada], [bob]],
  [{ condition_type: 'StaticSegment', field: 'static_segment', op: 'static_not', value: 10001 }, [bob], [ada]],
  [{ condition_type: 'StaticSegment', field: 'static_segment', op: 'static_not', value: 10009 }, [], [ada, bob]],
  [{ condition_type: 'FuzzySegment', field: 'fuzzy_segment', op: 'fuzzy_is', value: 10002 }, [ada], [bob]],
  [{ condition_type: 'FuzzySegment', field: 'fuzzy_segment', op: 'fuzzy_not', value: 10002 }, [bob], [ada]],

  [
    { condition_type: 'IPGeoCountryState', field: 'ipgeo', op: 'ipgeocountry', value: 'fr' },
    [{ location: PARIS }],
    [{ location: LONDON }, unset],
  ],
  [
    { condition_type: 'IPGeoCountryState', field: 'ipgeo', op: 'ipgeonotcountry', value: 'FR' },
    [{ location: LONDON }, unset],
    [{ location: PARIS }],
  ],
  [
    { condition_type: 'IPGeoCountryState', field: 'ipgeo', op: 'ipgeostate', value: 'ENG' },
    [{ location: LONDON }],
    [{ location: PARIS }],
  ],
  [
    { condition_type: 'IPGeoCountryState', field: 'ipgeo', op: 'ipgeonotstate', value: 'ENG' },
    [{ location: PARIS }],
    [{ location: LONDON }],
  ],
  // Paris and London are 213.5 miles apart.
  [
    { condition_type: 'IPGeoIn', field: 'ipgeo', op: 'ipgeoin', value: 214, lat: '51.5074', lng: '-0.1278' },
    [{ location: PARIS }],
    [unset],
  ],
  [
    { condition_type: 'IPGeoIn', field: 'ipgeo', op: 'ipgeoin', value: 213, lat: '51.5074', lng: '-0.1278' },
    [{ location: LONDON }],
    [{ location: PARIS }],
  ],
  [{ condition_type: 'IPGeoIn', field: 'ipgeo', op: 'ipgeoin', value: 213, addr: 'London' }, [], [{ location: LONDON }, unset]],
  [
    { condition_type: 'IPGeoIn', field: 'ipgeo', op: 'ipgeonotin', value: 213, lat: '51.5074', lng: '-0.1278' },
    [{ location: PARIS }],
    [{ location: LONDON }, unset],
  ],
  [{ condition_type: 'IPGeoUnknown', field: 'ipgeo', op: 'ipgeounknown' }, [unset], [{ location: PARIS }]],
  [{ condition_type: 'IPGeoInZip', field: 'ipgeo', op: 'ipgeoinzip', value: 10, extra: 62701 }, [], [{ location: PARIS }]],
  [{ condition_type: 'IPGeoZip', field: 'ipgeo', op: 'ipgeoiszip', value: 62701 }, [], [{ location: PARIS }]],
  [{ condition_type: 'IPGeoZip', field: 'ipgeo', op: 'ipgeonotzip', value: 62701 }, [{ location: PARIS }, unset], []],
]
