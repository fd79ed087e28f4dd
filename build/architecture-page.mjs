// Updates the picture of the floors and the table of folders in docs/internals/architecture.md from layers.mjs. The rest of the page is written by hand.
import { floorsPicture, layersTable } from './layers.mjs'

/** The parts of the page that are generated. */
const PICTURE = /(<!-- floors: [^>]*-->\n)[^]*?(<!-- end of floors -->)/
const TABLE = /(<!-- layers: [^>]*-->\n)[^]*?(<!-- end of layers -->)/

/**
 * Returns the page with the current picture and table.
 * @param {string} page the current page
 */
export function architecturePage(page) {
  return filled(filled(page, PICTURE, floorsPicture()), TABLE, layersTable())
}

/** @param {string} page @param {RegExp} part @param {string} text */
function filled(page, part, text) {
  if (!part.test(page)) throw new Error(`docs/internals/architecture.md has no place for a generated part: ${part}`)
  return page.replace(part, (_, begin, end) => `${begin}\n${text}\n\n${end}`)
}
