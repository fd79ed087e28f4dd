import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { isZone, type Seconds, yearOffsets } from '../../../kernel/support/time.ts'
import { lazy } from '../../../kernel/world/lazy.ts'
import type { MemberRow } from './member.ts'

type Location = MemberRow['location']

// A map of the zones of the world, in 73 kB.
const map = lazy(() => import('@photostructure/tz-lookup'))

/** The location of a member whose coordinates a request sets. The time zone follows from them; a missing coordinate does not change. */
export function locationAt(
  { latitude, longitude }: ServiceSchemas['MemberLocationInput'],
  before: Location,
  now: Seconds,
): Location {
  const place = { latitude: latitude ?? before.latitude, longitude: longitude ?? before.longitude }
  const isSame = place.latitude === before.latitude && place.longitude === before.longitude
  return isSame ? before : { ...before, ...place, ...timeAt(place, now) }
}

type Place = Pick<Location, 'latitude' | 'longitude'>

const HOUR_S = 3_600

function timeAt(place: Place, now: Seconds): Pick<Location, 'gmtoff' | 'dstoff' | 'timezone'> {
  const timezone = zoneAt(place)
  const { standard, daylight } = yearOffsets(timezone, now)
  return { gmtoff: Math.floor(standard / HOUR_S), dstoff: Math.floor(daylight / HOUR_S), timezone }
}

/** Degrees of longitude of an hour. */
const HOUR_DEGREES = 15

/** The zone of a place, empty if there is no such place. A zone that the platform does not know is that of the longitude, as at sea. */
function zoneAt({ latitude, longitude }: Place): string {
  const isNowhere = latitude === 0 && longitude === 0
  if (isNowhere || Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return ''
  const zone = map().default(latitude, longitude)
  if (isZone(zone)) return zone
  const hours = Math.round(longitude / HOUR_DEGREES)
  // The names of these zones count hours behind UTC.
  return hours === 0 ? 'Etc/GMT' : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`
}
