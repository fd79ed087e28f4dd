/** A stored amount of money counts ten-thousandths. */
export const UNITS = 10_000

/** A value as people read it: at any depth, the stored amounts of money of members with some names become decimal numbers. */
export function withAmounts(name: string, value: unknown, amounts: readonly string[]): unknown {
  if (amounts.length === 0) return value
  if (typeof value === 'number') return amounts.includes(name) ? value / UNITS : value
  if (Array.isArray(value)) return value.map((each) => withAmounts(name, each, amounts))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withAmounts(key, each, amounts)]))
}
