import {
  type ConditionKind,
  type ConditionOf,
  matchesAll,
  type MemberFacts,
  matchesNone,
  not,
  type ConditionViolation,
  type MemberPredicate,
} from './condition.ts'
import { foldCase } from './text-operators.ts'

const EARTH_RADIUS_MILES = 3_958.8

const ipgeo = { words: ['ipgeo'] } as const

export const ipGeoCountryState: ConditionKind<'IPGeoCountryState'> = {
  about: ipgeo,
  ops: {
    ipgeocountry: ({ value }) => inPlace('country_code', value),
    ipgeonotcountry: ({ value }) => not(inPlace('country_code', value)),
    ipgeostate: ({ value }) => inPlace('region', value),
    ipgeonotstate: ({ value }) => not(inPlace('region', value)),
  },
}

/** Works only with coordinates: the world has no map to look up addresses. */
export const ipGeoIn: ConditionKind<'IPGeoIn'> = {
  about: ipgeo,
  check: checkPlace,
  ops: {
    ipgeoin: (condition) => {
      const milesTo = distanceTo(condition)
      return (member) => isLocated(member) && milesTo(member) <= condition.value
    },
    ipgeonotin: (condition) => {
      const milesTo = distanceTo(condition)
      return (member) => isLocated(member) && !(milesTo(member) <= condition.value)
    },
  },
}

export const ipGeoInZip: ConditionKind<'IPGeoInZip'> = {
  about: ipgeo,
  check: ({ extra }) => (extra === undefined ? { member: 'extra', message: 'Value must be a zip code.' } : undefined),
  ops: { ipgeoinzip: () => matchesNone },
}

export const ipGeoZip: ConditionKind<'IPGeoZip'> = {
  about: ipgeo,
  ops: { ipgeoiszip: () => matchesNone, ipgeonotzip: () => matchesAll },
}

export const ipGeoUnknown: ConditionKind<'IPGeoUnknown'> = {
  about: ipgeo,
  ops: { ipgeounknown: () => (member) => !isLocated(member) && member.location.country_code === '' },
}

function inPlace(part: 'country_code' | 'region', value: string): MemberPredicate {
  const code = foldCase(value)
  return (member) => foldCase(member.location[part]) === code
}

function isLocated({ location }: MemberFacts): boolean {
  return location.latitude !== 0 || location.longitude !== 0
}

/** Miles along a great circle (haversine). NaN if the condition gives no coordinates. */
function distanceTo({ lat, lng }: ConditionOf<'IPGeoIn'>): (member: MemberFacts) => number {
  const latitude = radians(Number(lat))
  const longitude = radians(Number(lng))
  const cosine = Math.cos(latitude)
  return ({ location }) => {
    const there = radians(location.latitude)
    const north = Math.sin((there - latitude) / 2)
    const east = Math.sin((radians(location.longitude) - longitude) / 2)
    return 2 * EARTH_RADIUS_MILES * Math.asin(Math.min(1, Math.sqrt(north * north + cosine * Math.cos(there) * east * east)))
  }
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}

function checkPlace({ value, addr, lat, lng }: ConditionOf<'IPGeoIn'>): ConditionViolation | undefined {
  if (value < 0) return { member: 'value', message: 'Value must be at least 0.' }
  if (lat === undefined && lng === undefined && addr) return undefined
  if (!isDegree(lat, 90)) return { member: 'lat', message: 'Value must be a latitude, from -90 to 90.' }
  if (!isDegree(lng, 180)) return { member: 'lng', message: 'Value must be a longitude, from -180 to 180.' }
  return undefined
}

function isDegree(text: string | undefined, limit: number): boolean {
  return text !== undefined && Math.abs(Number(text)) <= limit
}
