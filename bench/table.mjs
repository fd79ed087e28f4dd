// Prints measurements as a Markdown table within 132 columns.

/**
 * A row: the double, a bare Hono server, and where it was measured too, the plain server of plain.mjs.
 * @typedef {object} Figure
 * @property {string} what
 * @property {string} ours
 * @property {string} [theirs]
 * @property {number} [ratio] of the double to the bare server
 * @property {string} [target]
 * @property {boolean} [holds]
 * @property {string} [plain]
 * @property {number} [plainRatio] of the double to the plain server
 */

/** @param {Figure[]} figures */
export function table(figures) {
  const rows = figures.map(({ what, ours, theirs = '', ratio, target = '', holds, plain = '', plainRatio }) => [
    what,
    ours,
    theirs,
    ratio?.toFixed(2) ?? '',
    target,
    holds === undefined ? '' : holds ? 'yes' : 'NO',
    plain,
    plainRatio?.toFixed(2) ?? '',
  ])
  return grid([['', 'maildouble', 'bare Hono', 'ratio', 'target', 'met', 'plain node:http', 'ratio'], ...rows])
}

/**
 * A row that should be at least `least` times as fast as the bare server; without a target if that is undefined.
 * @param {string} what @param {{ ours: number, theirs: number, ratio: number }} seen @param {number} [least] @returns {Figure}
 */
export function faster(what, { ours, theirs, ratio }, least) {
  const target = least === undefined ? {} : { target: `>= ${least}`, holds: ratio >= least }
  return { what, ours: perSecond(ours), theirs: perSecond(theirs), ratio, ...target }
}

/**
 * A row that should take at most `most` times as long as the bare server.
 * @param {string} what @param {{ ours: number, theirs: number, ratio: number }} seen @param {(value: number) => string} show
 * @param {number} most @returns {Figure}
 */
export function slower(what, { ours, theirs, ratio }, show, most) {
  return { what, ours: show(ours), theirs: show(theirs), ratio, target: `<= ${most}`, holds: ratio <= most }
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

/** @param {number} value */
export const us = (value) => `${value.toFixed(value < 10 ? 1 : 0)} µs`
