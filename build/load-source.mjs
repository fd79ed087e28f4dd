// Loads a module of src/ for the docs. It is TypeScript, so it is bundled first.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'

/** Loads a module by its path below src/. @param {string} path @returns {Promise<any>} */
export async function loadSource(path) {
  const dir = mkdtempSync(join(tmpdir(), 'maildouble-source-'))
  try {
    const bundle = await rolldown({ input: { module: resolve(import.meta.dirname, '../src', path) }, platform: 'node' })
    await bundle.write({ dir, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' })
    await bundle.close()
    return await import(pathToFileURL(join(dir, 'module.mjs')).href)
  } finally {
    rmSync(dir, { recursive: true })
  }
}
