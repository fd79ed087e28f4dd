import type { Body, mock } from '../../mock.ts'

type Double = ReturnType<typeof mock>

/** The coverage of one operation of the service, or of the public pages. */
export async function coveredOperation({ call }: Pick<Double, 'call'>, operation: string, query = ''): Promise<Body> {
  const { body } = await call(`GET /_control/contract/coverage${query}`)
  return [...body.operations, ...body.public.operations].find((each: Body) => each.operation === operation)
}

/** How often each of the given parts was covered, by name. */
export function countsOf(parts: readonly Body[]): Record<string, number> {
  return Object.fromEntries(parts.map(({ name, value, error, status, calls }) => [name ?? value ?? error ?? status, calls]))
}

/** The given parts that were covered. */
export function metOf(parts: readonly Body[]): Record<string, number> {
  return Object.fromEntries(Object.entries(countsOf(parts)).filter(([, calls]) => calls > 0))
}
