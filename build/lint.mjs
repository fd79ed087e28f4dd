// Generates .oxlintrc.json from the rules that apply everywhere (lint.base.json) and the layers of src/ (layers.mjs).
import { readdirSync, readFileSync } from 'node:fs'
import { CONTROL_AREAS, INNER_LAYERS, LAYERS, pathOf } from './layers.mjs'

const NO_CONNECTIONS = {
  regex: '^(?:node:)?(?:dgram|dns|http|http2|https|net|tls)(?:/|$)',
  allowTypeImports: true,
  allowImportNames: ['BlockList', 'isIP', 'STATUS_CODES'],
  message:
    'Only outbound/deliver.ts and drift/run/send.ts call out, and only double/listen.ts and client/receiver/listen.ts listen.',
}
const NO_PLATFORM = {
  group: ['node:*'],
  message: 'The service does not depend on Node; use src/kernel/world/ and src/kernel/support/.',
}

/**
 * Forbids a file of a resource to import operations and manifests of other resources, and operations of sub-folders beside its own.
 * @param {string} resources the path of the folder with all resources, as the file imports it
 */
const noOperations = (resources) => ({
  group: [...new Set(['..', resources, `${resources}/*`])]
    .map((path) => `${path}/*/operations.ts`)
    .concat(`${resources}/*/index.ts`),
  message: "A resource may import another's rows, never its operations or manifest. Emit an event instead (resource-events.ts).",
})

/** @type {{ readonly [folder: string]: object }} Restrictions of some layers in addition to the table. */
const MORE = {
  resources: noOperations('..'),
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
  // The linter's expressions have no look-ahead, so the other files of a folder that may be imported in part are listed.
  const names = forbidden.map((other) => {
    const from = pathFrom(folder, other)
    return file?.startsWith(`${other}/`) ? `${from}/(?:${othersBeside(file)})` : `${from}/`
  })
  const what = [...imports, ...(file ? [file] : [])].join(', ') || 'nothing'
  return { regex: `^(?:\\.\\./)+(?:${names.join('|')})`, message: `${folder}/ may import ${what} (build/layers.mjs).` }
}

/** The path of a folder as files of another one import it, without the dots at its beginning. @param {string} folder @param {string} other */
const pathFrom = (folder, other) => (LAYERS[folder]?.floor === LAYERS[other]?.floor ? other : pathOf(other))

/**
 * Forbids a driver of persistence/ to import anything that knows of worlds.
 * @param {readonly string[]} layers
 */
function driverRule(layers) {
  const others = Object.keys(LAYERS)
    .filter((other) => !layers.includes(other))
    .map((other) => pathFrom('persistence', other))
  const files = entriesOf('persistence').filter((name) => name !== 'store')
  return {
    regex: `^\\.\\./(?:(?:\\.\\./)+(?:${others.join('|')})/|(?:${files.join('|')})(?:\\.ts|/))`,
    message: 'A driver may import the store interface (persistence/store.ts) and support/, but nothing about worlds.',
  }
}

/**
 * Forbids a folder of control/ to import areas that the table does not allow, and the operations of all areas.
 * @param {string} area
 */
function areaRule(area) {
  const allowed = CONTROL_AREAS[area] ?? []
  const others = Object.keys(CONTROL_AREAS).filter((other) => other !== area && !allowed.includes(other))
  return {
    regex: `^\\.\\./(?:(?:${others.join('|')})/|(?:api|index)\\.ts)`,
    message: `control/${area}/ may import ${allowed.join(', ') || 'no other area'} (build/layers.mjs).`,
  }
}

/**
 * Returns the files and folders beside a file of src/ as alternatives of an expression.
 * @param {string} file
 */
function othersBeside(file) {
  const [folder = '', name = ''] = file.split('/')
  return entriesOf(folder)
    .filter((entry) => `${entry}.ts` !== name)
    .map((entry) => `${entry}(?:\\.ts|/)`)
    .join('|')
}

/**
 * Returns the names of the files and folders in a folder of src/.
 * @param {string} folder
 */
function entriesOf(folder) {
  return readdirSync(new URL(`../src/${pathOf(folder)}`, import.meta.url))
    .map((entry) => entry.replace(/\.ts$/, ''))
    .toSorted()
}

/** The text of .oxlintrc.json. @returns {string} */
export function lintConfig() {
  const base = JSON.parse(readFileSync(new URL('lint.base.json', import.meta.url), 'utf8'))
  const layers = Object.entries(LAYERS).map(([folder, { platform }]) => ({
    files: [`src/${pathOf(folder)}/**`],
    rules: restricted(layerRule(folder), ...(MORE[folder] ? [MORE[folder]] : []), platform ? NO_CONNECTIONS : NO_PLATFORM),
  }))
  const subfolders = {
    files: [`src/${pathOf('resources')}/*/*/**`],
    rules: restricted(layerRule('resources'), noOperations('../..'), NO_PLATFORM),
  }
  const drivers = Object.entries(INNER_LAYERS).map(([folder, known]) => ({
    files: [`src/${pathOf(folder)}/**`],
    rules: restricted(driverRule(known), NO_CONNECTIONS),
  }))
  const areas = Object.keys(CONTROL_AREAS).map((area) => ({
    files: [`src/${pathOf('control')}/${area}/**`],
    rules: restricted(layerRule('control'), areaRule(area), NO_CONNECTIONS),
  }))
  const overrides = [
    ...layers,
    subfolders,
    ...drivers,
    ...areas,
    { files: ['src/server/outbound/deliver.ts'], rules: restricted(layerRule('outbound')) },
    { files: ['src/kit/testing/**'], rules: restricted(layerRule('testing')) },
    { files: ['src/kit/intercept/**'], rules: restricted(layerRule('intercept')) },
    { files: ['src/kit/client/receiver/listen.ts'], rules: restricted(layerRule('client')) },
    { files: ['src/kit/drift/run/send.ts'], rules: restricted(layerRule('drift')) },
    { files: ['src/kit/double/listen.ts'], rules: { 'no-restricted-imports': 'off' } },
    {
      files: [
        'src/kernel/support/time.ts',
        'src/kit/client/platform.ts',
        'src/kit/testing/**',
        'src/kit/intercept/**',
        'src/kit/cli/**',
      ],
      rules: { 'no-restricted-globals': 'off' },
    },
    { files: ['inspector/**'], rules: { 'no-restricted-globals': 'off', 'import/no-unassigned-import': 'off' } },
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
