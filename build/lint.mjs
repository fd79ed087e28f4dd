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

const NO_OTHER_RESOURCE =
  'A resource imports rules/ and model/, never another resource. Emit an event (rules/resource-events.ts).'

/** @type {{ readonly [files: string]: readonly object[] }} What files of a resource must not import, by how deep they are. */
const WITHIN_A_RESOURCE = {
  '*/*': [{ regex: '^\\.\\./[^.]', message: NO_OTHER_RESOURCE }],
  '*/*/**': [
    { regex: '^\\.\\./\\.\\./[^.]', message: NO_OTHER_RESOURCE },
    { group: ['../*/operations.ts'], message: 'Only the operations of the resource import those of its sub-folders.' },
  ],
}

/** Everything else knows the resources by their list. */
const NO_SINGLE_RESOURCE = {
  regex: '/resources/[^/]+/',
  message: 'Only resources/index.ts may be imported; what others need of a resource is in rules/ or model/.',
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
    rules: restricted(
      layerRule(folder),
      ...(folder === 'resources' ? [] : [NO_SINGLE_RESOURCE]),
      platform ? NO_CONNECTIONS : NO_PLATFORM,
    ),
  }))
  const resources = Object.entries(WITHIN_A_RESOURCE).map(([files, patterns]) => ({
    files: [`src/${pathOf('resources')}/${files}`],
    rules: restricted(layerRule('resources'), ...patterns, NO_PLATFORM),
  }))
  const drivers = Object.entries(INNER_LAYERS).map(([folder, known]) => ({
    files: [`src/${pathOf(folder)}/**`],
    rules: restricted(driverRule(known), NO_CONNECTIONS),
  }))
  const areas = Object.keys(CONTROL_AREAS).map((area) => ({
    files: [`src/${pathOf('control')}/${area}/**`],
    rules: restricted(layerRule('control'), NO_SINGLE_RESOURCE, areaRule(area), NO_CONNECTIONS),
  }))
  const overrides = [
    ...layers,
    ...resources,
    ...drivers,
    ...areas,
    { files: ['src/server/outbound/deliver.ts'], rules: restricted(layerRule('outbound')) },
    { files: ['src/kit/testing/**'], rules: restricted(layerRule('testing')) },
    { files: ['src/kit/intercept/**'], rules: restricted(layerRule('intercept')) },
    { files: ['src/kit/proxy/**'], rules: restricted(layerRule('proxy')) },
    { files: ['src/kit/client/receiver/listen.ts'], rules: restricted(layerRule('client')) },
    { files: ['src/kit/drift/run/send.ts'], rules: restricted(layerRule('drift')) },
    { files: ['src/kit/double/listen.ts'], rules: { 'no-restricted-imports': 'off' } },
    {
      files: [
        'src/kernel/support/time.ts',
        'src/kit/client/platform.ts',
        'src/kit/testing/**',
        'src/kit/intercept/**',
        'src/kit/proxy/**',
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
