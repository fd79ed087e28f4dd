// Bundler plugins that keep unneeded modules out of the startup of the server. docs/decisions/0008-bundling.md says why.

const ADAPTER = /@hono[\\/]node-server/

/** Modules that a package imports for features the server does not use, each with a stand-in that has the imported names. */
const UNUSED = {
  'node:http2': { importer: ADAPTER, code: 'export class Http2ServerRequest {}\nexport const constants = {}' },
  'node:child_process': { importer: /[\\/]commander[\\/]/, code: 'export {}' },
  // For exemplars and summaries, which no metric has.
  '@opentelemetry/api': { importer: /[\\/]prom-client[\\/]/, code: 'export {}' },
  tdigest: { importer: /[\\/]prom-client[\\/]/, code: 'export class TDigest {}' },
}

/**
 * Parts of the HTTP library's adapter that make Node load all of `fetch`, and what replaces them. The variables `Request`, `Response`
 * and `Headers` are the globals, or what src/kit/cli/serve/late-fetch.ts declares.
 */
const REPLACED = [
  ['globalThis.Headers', 'Headers'],
  ['global.Request', 'Request'],
  ['global.Response', 'Response'],
  // For web sockets, which the server doesn't have.
  ['globalThis.CloseEvent ??', ''],
  ['globalThis.ErrorEvent ??', ''],
]

/** Leaves out modules that are loaded but never used. */
export const unusedModules = {
  name: 'unused modules',
  resolveId: {
    filter: { id: Object.keys(UNUSED).map((id) => new RegExp(`^${id}$`)) },
    handler: (/** @type {keyof typeof UNUSED} */ id, importer = '') =>
      UNUSED[id].importer.test(importer) ? `unused ${id}` : undefined,
  },
  load: {
    filter: { id: /^unused / },
    handler: (/** @type {string} */ id) => UNUSED[/** @type {keyof typeof UNUSED} */ (id.slice('unused '.length))].code,
  },
}

/** Keeps the adapter of the HTTP library from loading `fetch` when it is loaded. */
export const lighterAdapter = {
  name: 'lighter adapter',
  transform: {
    filter: { id: ADAPTER, code: 'globalThis.Headers' },
    handler(/** @type {string} */ code) {
      for (const [from = '', to = ''] of REPLACED) {
        if (!code.includes(from)) throw new Error(`@hono/node-server no longer contains \`${from}\`. Revise build/startup.mjs.`)
        code = code.replaceAll(from, to)
      }
      return { code, map: null }
    },
  },
}

/**
 * Gets Node's own modules by a function call. An import statement would read all of a module's exports, and some of them load further
 * modules on first access: those of `node:http` load all of `fetch` from Node 22 on.
 */
export const builtinsByCall = {
  name: 'built-in modules by call',
  renderChunk(/** @type {string} */ code) {
    const changed = code.replace(IMPORT, (_, whole, names = '', id) => {
      const variables = [whole, names && `{${names.replaceAll(' as ', ': ')}}`].filter(Boolean)
      return variables.map((variable) => `const ${variable} = globalThis.process.getBuiltinModule("${id}");`).join('\n')
    })
    return { code: changed, map: null }
  },
}

/** `import whole, { names } from "node:id";`, with either or both, or `* as whole`. */
const IMPORT = /^import (?:(?:\* as )?(\w+)(?:, )?)?(?:\{([^}]*)\})? from "(node:[^"]+)";$/gm
