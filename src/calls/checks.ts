import { validators } from '../contract/service.ts'
import type { Validators } from '../contract/validator.ts'
import { loadOperations } from '../resources/index.ts'
import { Defect, Later } from '../world/errors.ts'

const loaded = new Map<string, Validators>()

/** The checks of a resource if they have been loaded; they are when it is first called. */
export function knownChecks(resource: string): Validators | undefined {
  return loaded.get(resource)
}

/** The checks of a resource; throws a `Later` while they are being loaded. */
export function checksOf(resource: string): Validators {
  const known = loaded.get(resource)
  if (known) return known
  throw new Later(loadChecks(resource))
}

/** Loads what a call of a resource needs: its checks, and its handlers. */
export async function loadChecks(resource: string): Promise<Validators> {
  const load = validators[resource]
  if (!load) throw new Defect(`There are no checks for ${resource}.`)
  const [checks] = await Promise.all([load(), loadOperations(resource)])
  loaded.set(resource, checks)
  return checks
}
