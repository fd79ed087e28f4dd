/** Messages are read in terminals of so many columns. */
const COLUMNS = 98

/** Rows with their columns below each other, each row cut where a terminal would break it. */
export function aligned(rows: readonly (readonly string[])[], indent = '  '): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) => {
    const handles = row.map((handle, column) => handle.padEnd(widths[column] ?? 0))
    return cut(indent + handles.join('  ').trimEnd(), COLUMNS)
  })
}

/** The beginning of a text that is too long. */
export function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text
}

/** So much of what is the same stands before the first difference. */
const SAME_SHOWN = 8

/** Two texts that differ, each cut so that the difference can still be seen. */
export function cutBoth(one: string, other: string, length: number): [string, string] {
  let same = 0
  while (same < one.length && one[same] === other[same]) same++
  const from = same < length - 1 ? 0 : same - SAME_SHOWN
  const cutOne = (text: string): string =>
    text.length <= length ? text : cut(from === 0 ? text : `…${text.slice(from)}`, length)
  return [cutOne(one), cutOne(other)]
}

/** A number of things: `1 call`, `2 calls`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

/** A span of time as it was given. */
export function span(given: string | number): string {
  return typeof given === 'number' ? `${given} ms` : given
}

/** What was asked for: `event subscribe, list_id aaaaaaaaaa`. */
export function wished(filter: object): string {
  return Object.entries(filter)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ')
}
