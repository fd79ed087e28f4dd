/** Maximum line width of messages. */
const COLUMNS = 98

/** Rows with aligned columns, cut to the width of a terminal. */
export function aligned(rows: readonly (readonly string[])[], indent = '  '): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) => {
    const handles = row.map((handle, column) => handle.padEnd(widths[column] ?? 0))
    return cutText(indent + handles.join('  ').trimEnd(), COLUMNS)
  })
}

export function cutText(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text
}

/** Number of equal characters shown before the first difference. */
const SAME_SHOWN = 8

/** Cuts two different texts so that their difference stays visible. */
export function cutBoth(one: string, other: string, length: number): [string, string] {
  let same = 0
  while (same < one.length && one[same] === other[same]) same++
  const from = same < length - 1 ? 0 : same - SAME_SHOWN
  const cutOne = (text: string): string =>
    text.length <= length ? text : cutText(from === 0 ? text : `…${text.slice(from)}`, length)
  return [cutOne(one), cutOne(other)]
}

/** A number with its noun: `1 call`, `2 calls`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

/** Formats a time span. */
export function span(given: string | number): string {
  return typeof given === 'number' ? `${given} ms` : given
}

/** Formats a filter: `event subscribe, list_id aaaaaaaaaa`. */
export function describeFilter(filter: object): string {
  return Object.entries(filter)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ')
}
