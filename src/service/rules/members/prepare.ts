import type { BodyPreparations } from '../requests/operation.ts'
import { zoneMap } from './zone-map.ts'

export const memberBodyPreparations = {
  addMember: loadZones,
  setMember: loadZones,
  updateMember: loadZones,
} satisfies BodyPreparations

export const batchSubscribeBodyPreparations = { batchSubscribe: loadZonesForAny } satisfies BodyPreparations

function loadZones(member: unknown): Promise<unknown> | undefined {
  return hasLocation(member) ? zoneMap.load() : undefined
}

function loadZonesForAny(body: unknown): Promise<unknown> | undefined {
  const members: unknown = typeof body === 'object' && body !== null && 'members' in body ? body.members : undefined
  return Array.isArray(members) && members.some(hasLocation) ? zoneMap.load() : undefined
}

function hasLocation(member: unknown): boolean {
  return typeof member === 'object' && member !== null && 'location' in member
}
