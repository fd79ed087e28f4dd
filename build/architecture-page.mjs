// Updates the table of folders in docs/internals/architecture.md from layers.mjs. The rest of the page is written by hand.
import { layersPage } from './layers.mjs'

/** The part of the page with the table. */
const TABLE = /(<!-- layers: [^>]*-->\n)[^]*?(<!-- end of layers -->)/

/**
 * Returns the page with the current table.
 * @param {string} page the current page
 */
export function architecturePage(page) {
  if (!TABLE.test(page))
    throw new Error('docs/internals/architecture.md has no place for the table of layers: <!-- layers: ... -->')
  return page.replace(TABLE, (_, begin, end) => `${begin}\n${layersPage()}\n\n${end}`)
}
