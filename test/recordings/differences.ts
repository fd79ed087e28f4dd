import type { Result } from '../../src/kit/drift/result.ts'

/** The differences of a result, a line each. */
export function differencesOf(result: Result): string[] {
  const named = [
    ...result.operations.map((each) => ({ ...each, name: each.operation })),
    { name: '-', differences: result.elsewhere.differences },
  ]
  return named.flatMap(({ name, differences }) =>
    differences.map(({ aspect, at, expected, found, value }) => `${name} ${aspect} ${at}: ${expected}, ${found} ${value ?? ''}`),
  )
}
