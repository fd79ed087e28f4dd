import { errorCatalogue, type ErrorWord } from '../../kernel/contract/service.ts'
import type { ApiErrorDetails } from '../../kernel/world/errors.ts'

/** The service's problem object: `instance` names this occurrence. */
export function problemBody(word: ErrorWord, { detail, errors }: ApiErrorDetails, base_url: string, instance: string): object {
  const { status, title } = errorCatalogue[word]
  return { type: `${base_url}/docs/errors`, title, status, detail, instance, ...(errors ? { errors } : {}) }
}
