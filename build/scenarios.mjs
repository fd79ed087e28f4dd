// Compiles the scenarios that ship: merges what they extend, validates them, loads each once, and writes them as JSON. Run it
// after bundle.mjs, which empties the folder.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'

const ROOT = resolve(import.meta.dirname, '..')
const OUT = resolve(ROOT, process.argv[2] ?? 'dist', 'scenarios')

const { compileScenarios } = await program()
for (const { path, text } of await compileScenarios(ROOT)) {
  const file = resolve(OUT, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

/** Loads the program's own scenario compiler. It is TypeScript, so it is bundled first. */
async function program() {
  const file = resolve(ROOT, '.cache/compile-scenarios/index.mjs')
  const bundle = await rolldown({
    input: { index: resolve(ROOT, 'src/service/scenarios/read/compile-scenarios.ts') },
    platform: 'node',
    external: /^(?:node:|hono|@hono\/|yaml|commander)/,
  })
  await bundle.write({
    dir: resolve(file, '..'),
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
  })
  await bundle.close()
  return import(pathToFileURL(file).href)
}
