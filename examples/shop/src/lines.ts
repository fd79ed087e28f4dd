import type { EmailApi } from './email-api.ts'

interface Line {
  readonly id: string
}

/** Deletes the lines that the service still has after a PATCH of a cart or an order: lines that are left out of a PATCH stay. */
export async function dropSurplusLines(
  { call }: EmailApi,
  path: `/ecommerce/stores/${string}/${'carts' | 'orders'}/${string}/lines`,
  sent: readonly Line[],
  answered: readonly Line[],
): Promise<void> {
  const wanted = new Set(sent.map(({ id }) => id))
  for (const { id } of answered) if (!wanted.has(id)) await call('DELETE', `${path}/${encodeURIComponent(id)}`)
}
