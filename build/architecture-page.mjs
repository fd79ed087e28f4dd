// docs/internals/architecture.md: written by hand, but for the table of folders, which follows from layers.mjs.
import { layersPage } from './layers.mjs'

/** Where the table stands in the page. */
const TABLE = /(<!-- layers: [^>]*-->\n)[^]*?(<!-- end of layers -->)/

/**
 * The page with the current table.
 * @param {string} page the page as it is
 */
export function architecturePage(page) {
  if (!TABLE.test(page))
    throw new Error('docs/internals/architecture.md has no place for the table of layers: <!-- layers: ... -->')
  return page.replace(TABLE, (_, begin, end) => `${begin}\n${layersPage()}\n\n${end}`)
}
