import { RefusedError, UnreachableError } from '../../src/kit/client/errors.ts'
import { messageOf } from '../format.ts'

/** The message about an error, in the place of the missing content. */
export function Problem({ error, title: given }: { readonly error: unknown; readonly title?: string }) {
  const title = given ?? titleOf(error)
  return (
    <div class="problem" role="alert">
      <b>{title}</b>
      <p>{error instanceof RefusedError ? error.problem.detail : messageOf(error)}</p>
      {error instanceof RefusedError && (error.problem.errors?.length ?? 0) > 0 ? (
        <ul>
          {error.problem.errors?.map(({ pointer, message }) => (
            <li>
              <code>{pointer}</code>: {message}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}

function titleOf(error: unknown): string {
  if (error instanceof RefusedError) return error.problem.title
  return error instanceof UnreachableError ? 'The server does not answer' : 'This failed'
}
