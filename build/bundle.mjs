// Bundles what ships: one file an entry, shared chunks, and what is loaded late in chunks of its own.
import { chmodSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { rolldown } from 'rolldown'

const ROOT = resolve(import.meta.dirname, '..')

rmSync(resolve(ROOT, 'dist'), { recursive: true, force: true })

const INDEX = resolve(ROOT, 'src/index.ts')

/** What is needed from the start: one chunk for all of it, since each file more takes its time to be found and opened. */
const core = new Set()

const bundle = await rolldown({
  input: { index: INDEX, cli: resolve(ROOT, 'src/cli/main.ts') },
  platform: 'node',
  // Dependencies stay what they are: packages that the package manager installs and can update.
  external: /^(?:node:|yaml|@faker-js\/)/,
  plugins: [
    {
      // Written out as objects, documents would be a quarter larger and slower to read.
      name: 'documents',
      transform: {
        filter: { id: /\.json$/ },
        handler: (code) => ({ code: `export default JSON.parse(${literal(code.trim())})`, moduleType: 'js' }),
      },
    },
    {
      name: 'core',
      buildEnd() {
        const waiting = [INDEX]
        for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
          if (core.has(id)) continue
          core.add(id)
          waiting.push(...(this.getModuleInfo(id)?.importedIds ?? []))
        }
      },
    },
  ],
})
await bundle.write({
  dir: resolve(ROOT, 'dist'),
  format: 'esm',
  banner: (chunk) => (chunk.name === 'cli' && chunk.isEntry ? '#!/usr/bin/env node' : ''),
  comments: false,
  codeSplitting: { groups: [{ name: 'core', test: (id) => core.has(id) }] },
  chunkFileNames: 'chunks/[name]-[hash].js',
})
await bundle.close()
chmodSync(resolve(ROOT, 'dist/cli.js'), 0o755)

/** A text as a literal, written so that its quotes stay as they are. @param {string} text */
function literal(text) {
  return `\`${text.replace(/[\\`]|\$\{/g, '\\$&')}\``
}
