// Prints measurements as a Markdown table within 80 columns.

/** @typedef {{ what: string, ours: string, theirs?: string, ratio?: number, target: string, holds?: boolean }} Figure */

/** @param {Figure[]} figures */
export function table(figures) {
  const rows = figures.map(({ what, ours, theirs = '', ratio, target, holds }) => [
    what,
    ours,
    theirs,
    ratio === undefined ? '' : ratio.toFixed(2),
    target,
    holds === undefined ? '' : holds ? 'yes' : 'NO',
  ])
  return grid([['', 'maildouble', 'bare Hono', 'ratio', 'target', 'met'], ...rows])
}

/** Rows of cells as a Markdown table, the first of which is the header. @param {string[][]} all */
export function grid(all) {
  const widths = all[0]?.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0), 3)) ?? []
  const line = (/** @type {string[]} */ row) =>
    `| ${row.map((handle, column) => handle.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`
  return [line(all[0] ?? []), rule, ...all.slice(1).map(line)].join('\n')
}

/** @param {number} value */
export const ms = (value) => `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ms`

/** @param {number} value */
export const perSecond = (value) => `${Math.round(value).toLocaleString('en')}/s`
