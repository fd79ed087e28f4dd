// Prints measurements as a Markdown table.

/**
 * A row: the double, and what it is compared with: a bare Hono server, or what the row names after a colon.
 * @typedef {object} Figure
 * @property {string} what
 * @property {string} ours
 * @property {string} [theirs]
 * @property {number | readonly number[]} [ratio] of the double to the other
 * @property {string} [target]
 * @property {boolean} [holds]
 */

/** @typedef {{ ours: number, theirs: number, ratio?: number }} Seen */

/** @param {Figure[]} figures */
export function table(figures) {
  const rows = figures.map(({ what, ours, theirs = '', ratio, target = '', holds }) => [
    what,
    ours,
    theirs,
    [ratio ?? []]
      .flat()
      .map((each) => each.toFixed(2))
      .join(', '),
    target,
    holds === undefined ? '' : holds ? 'yes' : 'NO',
  ])
  return grid([['', 'maildouble', 'bare Hono, or after the colon', 'ratio', 'target', 'met'], ...rows])
}

/**
 * A row that should be at least `least` times as fast as the other; without a target if that is undefined.
 * @param {string} what @param {Required<Seen>} seen @param {number} [least] @returns {Figure}
 */
export function faster(what, { ours, theirs, ratio }, least) {
  const target = least === undefined ? {} : { target: `>= ${least}`, holds: ratio >= least }
  return { what, ours: perSecond(ours), theirs: perSecond(theirs), ratio, ...target }
}

/**
 * A row that should take at most `most` times as long as the other, or as much.
 * @param {string} what @param {Seen} seen @param {(value: number) => string} show @param {number} most @returns {Figure}
 */
export function slower(what, { ours, theirs, ratio = ours / theirs }, show, most) {
  return { what, ours: show(ours), theirs: show(theirs), ratio, target: `<= ${most}`, holds: ratio <= most }
}

/**
 * A row that should take at most `most`, whatever the other takes.
 * @param {string} what @param {number} ours @param {(value: number) => string} show @param {number} most @param {number} [theirs] @returns {Figure}
 */
export function withLimit(what, ours, show, most, theirs) {
  const other = theirs === undefined ? {} : { theirs: show(theirs), ratio: ours / theirs }
  return { what, ours: show(ours), ...other, target: `<= ${show(most)}`, holds: ours <= most }
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
export const ms = (value) => `${value < 10 && !Number.isInteger(value) ? value.toFixed(2) : value.toFixed(0)} ms`

/** Of milliseconds. @param {number} value */
export const seconds = (value) => `${(value / 1_000).toFixed(1)} s`

/** @param {number} value */
export const mb = (value) => `${value.toFixed(0)} MB`

/** @param {number} value */
export const perSecond = (value) => `${Math.round(value).toLocaleString('en')}/s`

/** @param {number} value */
export const us = (value) => `${value.toFixed(value < 10 ? 1 : 0)} µs`
