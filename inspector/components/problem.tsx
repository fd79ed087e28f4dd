import { RefusedError, UnreachableError } from '../../src/kit/client/errors.ts'
import { explainError } from '../format.ts'

/** The message about an error, in the place of the missing content. */
export function Problem({ error, title = nameFailure(error) }: { readonly error: unknown; readonly title?: string }) {
  const { errors = [] } = error instanceof RefusedError ? error.problem : {}
  return (
    <div class="problem" role="alert">
      <b>{title}</b>
      <p>{explainError(error)}</p>
      {errors.length > 0 ? (
        <ul>
          {errors.map(({ pointer, message }) => (
            <li>
              <code>{pointer}</code>: {message}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}

/** What stands in the place of something until it is loaded, or if it can't be. */
export function NotLoaded({ error }: { readonly error: unknown }) {
  return error === undefined ? <p class="hint">Loading…</p> : <Problem error={error} />
}

function nameFailure(error: unknown): string {
  if (error instanceof RefusedError) return error.problem.title
  return error instanceof UnreachableError ? 'The server does not answer' : 'This failed'
}
