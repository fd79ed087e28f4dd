/**
 * Formats a number, with its noun if one is given.
 *
 * @example
 * formatCount(1) // 1
 * formatCount(2_000, 'call') // 2,000 calls
 */
export function formatCount(number: number, one = '', many = `${one}s`): string {
  const figure = number.toLocaleString('en')
  return one === '' ? figure : `${figure} ${number === 1 ? one : many}`
}
