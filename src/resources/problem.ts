import { errors as catalogue, type ErrorWord } from '../contract/service.ts'
import type { Refusal } from '../world/errors.ts'

/** The service's problem object: `instance` names this occurrence. */
export function problemBody(word: ErrorWord, { detail, errors }: Refusal, base_url: string, instance: string): object {
  const { status, title } = catalogue[word]
  return { type: `${base_url}/docs/errors`, title, status, detail, instance, ...(errors ? { errors } : {}) }
}
