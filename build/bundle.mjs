// Bundles what ships: one file an entry, shared chunks, and what is loaded late in chunks of its own.
import { chmodSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { rolldown } from 'rolldown'

const ROOT = resolve(import.meta.dirname, '..')

rmSync(resolve(ROOT, 'dist'), { recursive: true, force: true })

const bundle = await rolldown({
  input: { index: resolve(ROOT, 'src/index.ts'), cli: resolve(ROOT, 'src/cli/main.ts') },
  platform: 'node',
  // Dependencies stay what they are: packages that the package manager installs and can update.
  external: /^(?:node:|yaml|@faker-js\/)/,
})
await bundle.write({
  dir: resolve(ROOT, 'dist'),
  format: 'esm',
  banner: (chunk) => (chunk.name === 'cli' && chunk.isEntry ? '#!/usr/bin/env node' : ''),
  chunkFileNames: 'chunks/[name]-[hash].js',
})
await bundle.close()
chmodSync(resolve(ROOT, 'dist/cli.js'), 0o755)
