import type { MemberFacts } from '../../src/service/conditions/condition.ts'
import { at } from './audience.ts'
import { match, type Row } from './row.ts'

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
  [match('Aim', 'aim', 'open', '101'), [ada], [bob, eve]],
  [match('Aim', 'aim', 'open', '102'), [], [ada, bob]],
  [match('Aim', 'aim', 'open', 'any'), [ada], [bob]],
  [match('Aim', 'aim', 'open', '999'), [], [ada]],
  [match('Aim', 'aim', 'click', '101'), [ada], [bob]],
  [match('Aim', 'aim', 'sent', '102'), [bob], [ada, eve]],
  [match('Aim', 'aim', 'sent', 'any'), [ada, bob], [eve]],
  [match('Aim', 'aim', 'noopen', '101'), [bob], [ada, eve]],
  [match('Aim', 'aim', 'noopen', '999'), [], [ada, eve]],
  [match('Aim', 'aim', 'noclick', 'any'), [bob], [ada, eve]],
  [match('Aim', 'aim', 'nosent', '102'), [ada, eve], [bob]],
  [match('Aim', 'aim', 'nosent', '999'), [ada], []],

  [match('Automation', 'automation', 'started', '201'), [ada, bob], [eve]],
  [match('Automation', 'automation', 'started', '999'), [], [ada]],
  [match('Automation', 'automation', 'completed', '201'), [ada], [bob, eve]],
  [match('Automation', 'automation', 'not_started', '201'), [eve], [ada, bob]],
  [match('Automation', 'automation', 'not_started', '999'), [ada], []],
  [match('Automation', 'automation', 'not_completed', '201'), [bob, eve], [ada]],

  [match('Conversation', 'conversation', 'member', '101'), [ada], [bob]],
  [match('Conversation', 'conversation', 'notmember', 'any'), [bob, eve], [ada]],

  [
    match('Date', 'timestamp_opt', 'greater', 'date', '2026-01-10'),
    [optedIn('2026-01-11T00:00:00Z')],
    [optedIn('2026-01-10T23:59:59Z'), optedIn('2026-01-09'), never],
  ],
  [
    match('Date', 'timestamp_opt', 'less', 'date', '2026-01-10'),
    [optedIn('2026-01-09T23:59:59Z')],
    [optedIn('2026-01-10T00:00:00Z'), never],
  ],
  [
    match('Date', 'timestamp_opt', 'is', 'date', '2026-01-10'),
    [optedIn('2026-01-10T00:00:00Z'), optedIn('2026-01-10T23:59:59Z')],
    [optedIn('2026-01-11T00:00:00Z'), never],
  ],
  [
    match('Date', 'timestamp_opt', 'not', 'date', '2026-01-10'),
    [optedIn('2026-01-11T00:00:00Z'), never],
    [optedIn('2026-01-10T12:00:00Z')],
  ],
  [
    match('Date', 'info_changed', 'greater', 'campaign', '101'),
    [changed('2026-01-10T12:00:01Z')],
    [changed('2026-01-10T12:00:00Z')],
  ],
  [match('Date', 'info_changed', 'less', 'last'), [changed('2026-01-12T11:59:59Z')], [changed('2026-01-12T12:00:00Z')]],
  [match('Date', 'info_changed', 'is', 'last'), [changed('2026-01-12T01:00:00Z')], [changed('2026-01-13')]],
  [match('Date', 'info_changed', 'greater', 'campaign', '999'), [], [changed('2026-01-14')]],
  [match('Date', 'info_changed', 'not', 'campaign', '999'), [changed('2026-01-14')], []],
  [match('Date', 'timestamp_opt', 'blank'), [never], [optedIn('2026-01-10')]],
  [match('Date', 'timestamp_opt', 'blank_not'), [optedIn('2026-01-10')], [never]],
  [
    match('Date', 'timestamp_opt', 'within', 'date', 3),
    [optedIn('2026-01-12T09:00:00Z'), optedIn('2026-01-15T09:00:00Z')],
    [optedIn('2026-01-12T08:59:59Z'), optedIn('2026-01-15T09:00:01Z'), never],
  ],
  [
    match('Date', 'timestamp_opt', 'notwithin', undefined, '3'),
    [optedIn('2026-01-12T08:59:59Z'), never],
    [optedIn('2026-01-12T09:00:00Z')],
  ],

  [
    match('NewSubscribers', 'timestamp_opt', 'date_within', '1'),
    [optedIn('2026-01-14T09:00:00Z')],
    [optedIn('2026-01-14T08:59:59Z')],
  ],

  [match('EmailClient', 'email_client', 'client_is', 'Postbox'), [{ email_client: 'postbox' }], [unset]],
  [match('EmailClient', 'email_client', 'client_not', 'Postbox'), [unset], [{ email_client: 'Postbox' }]],

  [match('Language', 'language', 'is', 'de'), [{ language: 'de' }], [{ language: 'en' }, unset]],
  [match('Language', 'language', 'not', 'de'), [{ language: 'en' }, unset], [{ language: 'de' }]],

  [match('MemberRating', 'rating', 'is', 4), [{ rating: 4 }], [{ rating: 5 }]],
  [match('MemberRating', 'rating', 'not', 4), [{ rating: 5 }], [{ rating: 4 }]],
  [match('MemberRating', 'rating', 'greater', 3), [{ rating: 4 }], [{ rating: 3 }]],
  [match('MemberRating', 'rating', 'less', 3), [{ rating: 2 }], [{ rating: 3 }]],

  [match('SignupSource', 'source', 'source_is', 'api - generic'), [unset], [{ source: 'Import' }]],
  [match('SignupSource', 'source', 'source_not', 'Import'), [unset], [{ source: 'Import' }]],

  [match('VIP', 'vip_flag', 'member'), [{ vip: true }], [{ vip: false }]],
  [match('VIP', 'vip_flag', 'notmember'), [{ vip: false }], [{ vip: true }]],

  [
    match('Interests', 'interests-7', 'interestcontains', [1, 2]),
    [{ interests: ['music'] }, { interests: ['x', 'art'] }],
    [{ interests: ['x'] }, unset],
  ],
  [
    match('Interests', 'interests-51d15ef0e9', 'interestcontainsall', ['1ecfb1d267', 2]),
    [{ interests: ['art', 'music'] }],
    [{ interests: ['music'] }],
  ],
  [match('Interests', 'interests-7', 'interestnotcontains', [1, 2]), [unset, { interests: ['x'] }], [{ interests: ['music'] }]],
  [match('Interests', 'interests-8', 'interestnotcontains', [1]), [], [unset, { interests: ['music'] }]],
  [match('Interests', 'interests-7', 'interestnotcontains', [99]), [], [unset]],
  [match('Interests', 'interests-7', 'interestcontains', [1, 99]), [{ interests: ['music'] }], [unset]],
  [match('Interests', 'interests-7', 'interestcontainsall', [1, 99]), [], [{ interests: ['music'] }]],

  [match('StaticSegment', 'static_segment', 'static_is', 10001), [ada], [bob]],
  [match('StaticSegment', 'static_segment', 'static_not', 10001), [bob], [ada]],
  [match('StaticSegment', 'static_segment', 'static_not', 10009), [], [ada, bob]],
  [match('FuzzySegment', 'fuzzy_segment', 'fuzzy_is', 10002), [ada], [bob]],
  [match('FuzzySegment', 'fuzzy_segment', 'fuzzy_not', 10002), [bob], [ada]],

  [match('IPGeoCountryState', 'ipgeo', 'ipgeocountry', 'fr'), [{ location: PARIS }], [{ location: LONDON }, unset]],
  [match('IPGeoCountryState', 'ipgeo', 'ipgeonotcountry', 'FR'), [{ location: LONDON }, unset], [{ location: PARIS }]],
  [match('IPGeoCountryState', 'ipgeo', 'ipgeostate', 'ENG'), [{ location: LONDON }], [{ location: PARIS }]],
  [match('IPGeoCountryState', 'ipgeo', 'ipgeonotstate', 'ENG'), [{ location: PARIS }], [{ location: LONDON }]],
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
  [match('IPGeoUnknown', 'ipgeo', 'ipgeounknown'), [unset], [{ location: PARIS }]],
  [match('IPGeoInZip', 'ipgeo', 'ipgeoinzip', 10, 62701), [], [{ location: PARIS }]],
  [match('IPGeoZip', 'ipgeo', 'ipgeoiszip', 62701), [], [{ location: PARIS }]],
  [match('IPGeoZip', 'ipgeo', 'ipgeonotzip', 62701), [{ location: PARIS }, unset], []],
]
