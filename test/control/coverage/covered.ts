import type { Body, mock } from '../../mock.ts'

type Double = ReturnType<typeof mock>

/** What coverage says of one operation of the service, or of the public pages. */
export async function coveredOperation({ call }: Pick<Double, 'call'>, operation: string, query = ''): Promise<Body> {
  const { body } = await call(`GET /_control/contract/coverage${query}`)
  return [...body.operations, ...body.public.operations].find((each: Body) => each.operation === operation)
}

/** How often each of some parts was met, by their names. */
export function countsOf(parts: readonly Body[]): Record<string, number> {
  return Object.fromEntries(parts.map(({ name, value, error, status, calls }) => [name ?? value ?? error ?? status, calls]))
}

/** Those of some parts that were met. */
export function metOf(parts: readonly Body[]): Record<string, number> {
  return Object.fromEntries(Object.entries(countsOf(parts)).filter(([, calls]) => calls > 0))
}
