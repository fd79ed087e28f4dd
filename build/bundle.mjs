// Bundles what ships, into dist/ or the folder that is given: one file an entry, shared chunks, and what is loaded late in chunks of its own.
import { chmodSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { minifySync } from 'rolldown/utils'
import { KIT, SERVER, SERVER_PARTS } from './entries.mjs'
import { NOTICES, notices } from './notices.mjs'

const ROOT = resolve(import.meta.dirname, '..')
const OUT = resolve(ROOT, process.argv[2] ?? 'dist')

/** What a server needs from its start: one chunk for all of it, since each file more takes its time to be found and opened. */
let core = new Set()
/** What the kit needs from the start, and what of that is the client: they must not come with the core. */
let kit = new Set()
let client = new Set()
/** What every command needs. */
let command = new Set()

/** Modules that nobody has written here: what is generated, and packages. */
const UNREAD = /[\\/](?:generated|node_modules)[\\/]|rolldown.runtime/

const NO_HTTP2 = 'no-http2'

const bundle = await rolldown({
  input: { ...SERVER, ...KIT },
  platform: 'node',
  // Dependencies stay what they are: packages that the package manager installs and can update.
  external:
    /^(?:node:(?!http2$)|yaml|@faker-js\/|@redis\/client|vitest|@playwright\/test|playwright-core|undici|@mswjs\/interceptors)/,
  plugins: [
    {
      // The adapter of the HTTP library asks of each request whether it came by HTTP/2, which none does. Node takes a while to load that.
      name: 'no HTTP/2',
      resolveId: {
        filter: { id: /^node:http2$/ },
        handler: (_, importer = '') => (importer.includes('@hono/node-server') ? NO_HTTP2 : undefined),
      },
      load: {
        filter: { id: new RegExp(`^${NO_HTTP2}$`) },
        handler: () => 'export class Http2ServerRequest {}\nexport const constants = {}',
      },
    },
    {
      // Documents are read by few: a tenth of the size is worth the millisecond that it takes to open one.
      name: 'documents',
      transform: {
        filter: { id: /\.json$/ },
        handler: (code) => ({ code: packed(code), moduleType: 'js' }),
      },
    },
    {
      name: 'what is needed from the start',
      buildEnd() {
        const imports = (/** @type {string} */ id) => this.getModuleInfo(id)?.importedIds ?? []
        core = reachable(SERVER_PARTS, imports)
        kit = reachable(Object.values(KIT), imports)
        client = reachable([KIT.client], imports)
        command = reachable([SERVER.cli], imports)
      },
    },
    notices(resolve(ROOT, NOTICES)),
    {
      // Our own code stays readable: a stack trace should say where a defect was.
      name: 'what nobody reads',
      generateBundle(_options, files) {
        for (const chunk of Object.values(files)) {
          if (chunk.type !== 'chunk' || chunk.isEntry || !chunk.moduleIds.every((id) => UNREAD.test(id))) continue
          const { code, errors } = minifySync(chunk.fileName, chunk.code, { module: true })
          if (errors.length > 0) throw new Error(`${chunk.fileName}: ${errors[0]?.message}`)
          chunk.code = code
        }
      },
    },
  ],
})
rmSync(OUT, { recursive: true, force: true })
await bundle.write({
  dir: OUT,
  format: 'esm',
  banner: (chunk) => (chunk.name === 'cli' && chunk.isEntry ? '#!/usr/bin/env node' : ''),
  comments: false,
  codeSplitting: {
    groups: [
      // What the command line says before it does anything must not load a server: its version is in here.
      { name: 'shared', test: (id) => core.has(id) && (kit.has(id) || id.endsWith('version.ts')), priority: 2 },
      { name: 'core', test: (id) => core.has(id), priority: 1 },
      { name: 'client', test: (id) => client.has(id) },
      { name: 'command', test: (id) => command.has(id) && id !== SERVER.cli },
    ],
  },
  chunkFileNames: 'chunks/[name]-[hash].js',
})
await bundle.close()
chmodSync(resolve(OUT, 'cli.js'), 0o755)

/** Modules and all that they import, but not what they load later. @param {string[]} from @param {(id: string) => readonly string[]} imports */
function reachable(from, imports) {
  /** @type {Set<string>} */
  const found = new Set()
  const waiting = [...from]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue
    found.add(id)
    waiting.push(...imports(id))
  }
  return found
}

/** A JSON document as a module that opens it. @param {string} json */
function packed(json) {
  const data = brotliCompressSync(JSON.stringify(JSON.parse(json))).toString('base64')
  return `import { brotliDecompressSync } from 'node:zlib'\nexport default JSON.parse(brotliDecompressSync(Buffer.from('${data}', 'base64')))`
}
