import { NOWHERE } from '../resources/members/make.ts'
import type { MemberRow } from '../resources/members/member.ts'
import type { Chance } from './chance.ts'
import type { Pools } from './pools.ts'

/** Somebody who is put together from the pools. */
export interface Person {
  /** What his address begins with, and what stands behind the @. */
  readonly local: string
  readonly domain: string
  readonly merge_fields: MemberRow['merge_fields']
  readonly location: MemberRow['location']
}

/** One in so many has a postal address. */
const ADDRESSED = 4

/** Puts one person after the other together. They share what they are drawn from: many live in each of the places. */
export function peopleFrom({ first_names, last_names, domains, places }: Pools, { below }: Chance): () => Person {
  const from = <T>(all: readonly T[]): T => all[below(all.length)] as T
  const firsts = first_names.map(spelled)
  const lasts = last_names.map(spelled)
  const homes = places.map(({ latitude, longitude, ...address }) => ({
    ADDRESS: Object.freeze({ ...address, addr2: '', country: 'US' }),
    location: Object.freeze({ ...NOWHERE, latitude, longitude, ...zoneAt(longitude), country_code: 'US', region: address.state }),
  }))
  return () => {
    const { name: FNAME, letters: first } = from(firsts)
    const { name: LNAME, letters: last } = from(lasts)
    const home = below(ADDRESSED) === 0 ? from(homes) : undefined
    return {
      local: `${first}.${last}`,
      domain: from(domains),
      merge_fields: Object.freeze(home ? { FNAME, LNAME, ADDRESS: home.ADDRESS } : { FNAME, LNAME }),
      location: home?.location ?? NOWHERE,
    }
  }
}

/** The time zones of the pools' places, from east to west. */
const ZONES = ['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles']
const EASTERN = -5

/** The time zone of a place: fifteen degrees go with an hour. */
function zoneAt(longitude: number): Pick<MemberRow['location'], 'gmtoff' | 'dstoff' | 'timezone'> {
  const gmtoff = Math.max(Math.min(Math.round(longitude / 15), EASTERN), EASTERN - ZONES.length + 1)
  return { gmtoff, dstoff: gmtoff + 1, timezone: ZONES[EASTERN - gmtoff] ?? '' }
}

function spelled(name: string): { readonly name: string; readonly letters: string } {
  return { name, letters: name.toLowerCase().replace(/[^a-z]/g, '') }
}
