// Generates .oxlintrc.json from the rules that apply everywhere (lint.base.json) and the layers of src/ (layers.mjs).
import { readFileSync } from 'node:fs'
import { INNER_LAYERS, LAYERS, STORE_FILES } from './layers.mjs'

const NO_CONNECTIONS = {
  regex: '^(?:node:)?(?:dgram|dns|http|http2|https|net|tls)(?:/|$)',
  allowTypeImports: true,
  allowImportNames: ['BlockList', 'isIP', 'STATUS_CODES'],
  message: 'Only outbound/deliver.ts calls out, and only server/listen.ts listens.',
}
const NO_PLATFORM = { group: ['node:*'], message: 'The service does not depend on Node; use src/world/ and src/support/.' }

/** @type {{ readonly [folder: string]: object }} Restrictions of some layers in addition to the table. */
const MORE = {
  resources: {
    group: ['../*/operations.ts'],
    message: "A resource may import another's rows, never its operations. Emit an event instead (reactions.ts).",
  },
  triggers: {
    group: ['**/operations.ts'],
    message: 'A trigger changes rows directly; it must not call an operation of the API.',
  },
  faults: { group: ['**/operations.ts'], message: 'A fault changes rows directly; it must not call an operation of the API.' },
}

const restricted = (/** @type {object[]} */ ...patterns) => ({ 'no-restricted-imports': ['error', { patterns }] })

/**
 * Forbids a layer to import folders of src/ that the table does not allow.
 * @param {string} folder
 */
function layerRule(folder) {
  const { imports, file } = /** @type {import('./layers.mjs').Layer} */ (LAYERS[folder])
  const forbidden = Object.keys(LAYERS).filter((other) => other !== folder && !imports.includes(other))
  const names = forbidden.map((other) =>
    file?.startsWith(`${other}/`) ? `${other}/(?!${file.slice(other.length + 1).replace('.', '\\.')})` : `${other}/`,
  )
  const what = [...imports, ...(file ? [file] : [])].join(', ') || 'nothing'
  return { regex: `^(?:\\.\\./)+(?:${names.join('|')})`, message: `${folder}/ may import ${what} (build/layers.mjs).` }
}

/**
 * Forbids a driver of persistence/ to import anything that knows of worlds.
 * @param {readonly string[]} layers
 */
function driverRule(layers) {
  const allowed = layers.filter((name) => name !== 'persistence')
  return {
    regex: `^\\.\\./(?:\\.\\./(?!(?:${allowed.join('|')})/)|(?!\\.\\./|(?:${STORE_FILES.join('|')})\\.ts))`,
    message: 'A driver may import the store interface (persistence/store.ts) and support/, but nothing about worlds.',
  }
}

/** The text of .oxlintrc.json. @returns {string} */
export function lintConfig() {
  const base = JSON.parse(readFileSync(new URL('lint.base.json', import.meta.url), 'utf8'))
  const layers = Object.entries(LAYERS).map(([folder, { platform }]) => ({
    files: [`src/${folder}/**`],
    rules: restricted(layerRule(folder), ...(MORE[folder] ? [MORE[folder]] : []), platform ? NO_CONNECTIONS : NO_PLATFORM),
  }))
  const drivers = Object.entries(INNER_LAYERS).map(([folder, known]) => ({
    files: [`src/${folder}/**`],
    rules: restricted(driverRule(known), NO_CONNECTIONS),
  }))
  const overrides = [
    ...layers,
    ...drivers,
    { files: ['src/outbound/deliver.ts'], rules: restricted(layerRule('outbound')) },
    { files: ['src/testing/**'], rules: restricted(layerRule('testing')) },
    { files: ['src/intercept/**'], rules: restricted(layerRule('intercept')) },
    { files: ['src/server/listen.ts'], rules: { 'no-restricted-imports': 'off' } },
    {
      files: ['src/support/time.ts', 'src/client/platform.ts', 'src/testing/**', 'src/intercept/**', 'src/cli/**'],
      rules: { 'no-restricted-globals': 'off' },
    },
    {
      files: ['test/**', 'bench/**', 'build/**', '.ci/**', 'action/**', 'examples/**'],
      rules: {
        'no-restricted-globals': 'off',
        'no-restricted-properties': 'off',
        'import/no-unassigned-import': 'off',
        'no-restricted-imports': 'off',
      },
    },
  ]
  return `${JSON.stringify({ ...base, overrides }, null, 2)}\n`
}
