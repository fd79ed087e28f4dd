// Bundles the package into dist/ or the given folder: one file per entry, shared chunks, and separate chunks for lazy imports. With
// --source-maps, for profilers, nothing is minified and each file has a source map.
import { chmodSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { brotliCompressSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { minifySync } from 'rolldown/utils'
import { COMMAND_LINE, CONTROL, FIRST_CALLS, KIT, PRELOAD, SERVER, SERVER_PARTS } from './entries.mjs'
import { NOTICES, notices } from './notices.mjs'
import { isPublished, publishedFiles, writePublishedFiles } from './published-files.mjs'
import { builtinsByCall, lighterAdapter, unusedModules } from './startup.mjs'

const ROOT = resolve(import.meta.dirname, '..')
const { values, positionals } = parseArgs({
  options: { 'source-maps': { type: 'boolean', default: false } },
  allowPositionals: true,
})
const OUT = resolve(ROOT, positionals[0] ?? 'dist')
const SOURCE_MAPS = values['source-maps']

/** Modules that a server needs at startup. They are one chunk: with 30 more, a start takes 145 ms of CPU time instead of 126 (Node 20, 2026-11-30). */
let core = new Set()
/** Modules for the start of the testing kit, and the part of them for the client. They must not load the core. */
let kit = new Set()
let client = new Set()
/** Modules that every CLI command needs. */
let command = new Set()
/** The control API and the modules for its first call. */
let control = new Set()
/** The handlers of lists and members, with which most clients begin. */
let firstCalls = new Set()

const SUPPORT = /[\\/]kernel[\\/]support[\\/]/
/** What the handlers of most resources share, those of segments, and modules of campaigns and automations, most of which need each other. */
const SHARED = /[\\/]rules[\\/](?:answers|collections|files|members|requests|urls|verified-domains)[\\/]/
const OF_SEGMENTS = /[\\/](?:conditions|rules[\\/](?:purchases|segments))[\\/]/
const OF_CAMPAIGNS = /[\\/](?:resources|rules)[\\/](?:automations|campaigns|mailings|reports)[\\/](?!.*operations\.ts$)/
// oxlint-disable-next-line no-control-regex
const NOT_ASCII = /[^\x00-\x7f]/g
/** What makes the certificates of `run`. */
const CERTIFICATES = /[\\/]node_modules[\\/](?:@peculiar|asn1js|pvtsutils|pvutils|tslib)[\\/]/
/** Generated modules and modules of packages. */
const NOT_OURS = /[\\/](?:generated|node_modules)[\\/]|rolldown.runtime|^unused /

const bundle = await rolldown({
  input: { ...SERVER, ...KIT, ...PRELOAD },
  platform: 'node',
  // Of modules, unlike CommonJS, only what is used is taken over.
  resolve: { mainFields: ['module', 'main'] },
  // The package manager installs and updates the parser of YAML, and what a project already has.
  external:
    /^(?:node:(?!http2$|child_process$)|yaml|@redis\/client|vitest|@playwright\/test|playwright-core|undici|@modelcontextprotocol\/)/,
  plugins: [
    unusedModules,
    lighterAdapter,
    publishedFiles,
    {
      // Other JSON documents are rarely read: a tenth of the size is worth the millisecond it takes to decompress one.
      name: 'compressed documents',
      transform: {
        filter: { id: /\.json$/ },
        handler: (code, id) => (isPublished(id) ? undefined : { code: packed(code), map: null, moduleType: 'js' }),
      },
    },
    {
      name: 'modules by startup',
      buildEnd() {
        const imports = (/** @type {string} */ id) => this.getModuleInfo(id)?.importedIds ?? []
        core = reachable(SERVER_PARTS, imports)
        kit = reachable(Object.values(KIT), imports)
        client = reachable([KIT.client], imports)
        command = reachable([COMMAND_LINE], imports)
        control = reachable([CONTROL], imports)
        firstCalls = reachable(FIRST_CALLS, imports)
      },
    },
    notices(resolve(ROOT, NOTICES)),
    builtinsByCall,
    {
      // Our own code is not minified, so that stack traces stay readable.
      name: 'minified dependencies',
      generateBundle(_options, files) {
        if (SOURCE_MAPS) return
        for (const chunk of Object.values(files)) {
          if (chunk.type !== 'chunk' || chunk.isEntry || !chunk.moduleIds.every((id) => NOT_OURS.test(id))) continue
          const { code, errors } = minifySync(chunk.fileName, chunk.code, { module: true })
          if (errors.length > 0) throw new Error(`${chunk.fileName}: ${errors[0]?.message}`)
          chunk.code = code
        }
      },
    },
    {
      // A single character beyond Latin-1 makes Node hold a file with two bytes for each of its characters: 0.9 MB more for the core.
      name: 'only ASCII',
      generateBundle(_options, files) {
        for (const chunk of Object.values(files))
          if (chunk.type === 'chunk') chunk.code = chunk.code.replaceAll(NOT_ASCII, escaped)
      },
    },
  ],
})
rmSync(OUT, { recursive: true, force: true })
await bundle.write({
  dir: OUT,
  format: 'esm',
  sourcemap: SOURCE_MAPS,
  banner: (chunk) => (chunk.name === 'cli' && chunk.isEntry ? '#!/usr/bin/env node' : ''),
  comments: false,
  codeSplitting: {
    groups: [
      // The version is in the shared chunk, so that `--version` does not load the server.
      {
        name: 'shared',
        test: (id) => (kit.has(id) && (core.has(id) || SUPPORT.test(id))) || id.endsWith('version.ts'),
        priority: 2,
      },
      { name: 'core', test: (id) => core.has(id), priority: 1 },
      // Otherwise the first call of the control API would read ten small files, and one about campaigns thirty.
      { name: 'control', test: (id) => control.has(id) },
      { name: 'client', test: (id) => client.has(id) },
      { name: 'command', test: (id) => command.has(id) },
      // A group takes along what its modules import, so what is wanted apart comes first.
      { name: 'parse5', test: /[\\/]node_modules[\\/](?:parse5|entities)[\\/]/ },
      { name: 'saxes', test: /[\\/]node_modules[\\/](?:saxes|xmlchars)[\\/]/ },
      { name: 'first-calls', test: (id) => firstCalls.has(id) },
      { name: 'shared-by-handlers', test: (id) => SHARED.test(id) && !kit.has(id) },
      { name: 'segments', test: OF_SEGMENTS },
      { name: 'campaigns', test: OF_CAMPAIGNS },
      { name: 'certificates', test: CERTIFICATES },
    ],
  },
  chunkFileNames: 'chunks/[name]-[hash].js',
})
await bundle.close()
writePublishedFiles(OUT)
chmodSync(resolve(OUT, 'cli.js'), 0o755)

/** Modules and everything that they import, except by dynamic imports. @param {string[]} from @param {(id: string) => readonly string[]} imports */
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

/** The escape of a character in the text of a program, whose names are all ASCII. @param {string} unit */
function escaped(unit) {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** A module that holds a compressed JSON document. @param {string} json */
function packed(json) {
  const data = brotliCompressSync(JSON.stringify(JSON.parse(json))).toString('base64')
  return `import { brotliDecompressSync } from 'node:zlib'\nexport default JSON.parse(brotliDecompressSync(Buffer.from('${data}', 'base64')))`
}
