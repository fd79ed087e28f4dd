// The published contracts as files of the package: dist/openapi/service.json and control.json, and dist/scenario.schema.json for editors.
import { copyFileSync, mkdirSync } from 'node:fs'
import { posix, resolve } from 'node:path'

const GENERATED = resolve(import.meta.dirname, '../src/kernel/contract/generated')

/** The contracts, by the name of their file. */
const NAMES = ['service', 'control']

/** The prefix of a placeholder for a file, until the importing chunk is known. */
const PREFIX = 'published-file:'

/** Modules that are replaced by the files, so that the package does not hold a second copy. */
export const isPublished = (/** @type {string} */ id) => NAMES.some((name) => id === sourceOf(name))

/** Bundler plugin. It replaces each module by an import of the file; all supported versions of Node import JSON. */
export const publishedFiles = {
  name: 'published files',
  resolveId: {
    filter: { id: new RegExp(`^${PREFIX}`) },
    handler: (/** @type {string} */ id) => ({ id, external: true }),
  },
  load: {
    filter: { id: /[\\/]openapi\.json$/ },
    handler(/** @type {string} */ id) {
      const name = NAMES.find((each) => id === sourceOf(each))
      if (!name) return undefined
      const code = `import document from '${PREFIX}${name}.json' with { type: 'json' }\nexport default document`
      return { code, moduleType: /** @type {const} */ ('js') }
    },
  },
  renderChunk(/** @type {string} */ code, /** @type {{ fileName: string }} */ { fileName }) {
    if (!code.includes(PREFIX)) return null
    const path = posix.relative(posix.dirname(fileName), 'openapi')
    return { code: code.replaceAll(PREFIX, path.startsWith('.') ? `${path}/` : `./${path}/`), map: null }
  },
}

/** Writes the files. @param {string} out folder of the bundle */
export function writePublishedFiles(out) {
  mkdirSync(resolve(out, 'openapi'))
  for (const name of NAMES) copyFileSync(sourceOf(name), resolve(out, `openapi/${name}.json`))
  copyFileSync(resolve(GENERATED, 'scenario/schema.json'), resolve(out, 'scenario.schema.json'))
}

/** @param {string} name */
function sourceOf(name) {
  return resolve(GENERATED, name, 'openapi.json')
}
