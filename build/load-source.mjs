// Loads modules of src/ for the docs. They are TypeScript, so they are bundled first.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'

/** Loads a module by its path below src/. @param {string} path @returns {Promise<any>} */
export async function loadSource(path) {
  const [module] = await loadSources([join('src', path)])
  return module
}

/** Loads modules by their paths. @param {readonly string[]} paths @returns {Promise<any[]>} */
export async function loadSources(paths) {
  const dir = mkdtempSync(join(tmpdir(), 'maildouble-source-'))
  const input = Object.fromEntries(paths.map((path, i) => [`module-${i}`, resolve(import.meta.dirname, '..', path)]))
  try {
    const bundle = await rolldown({ input, platform: 'node' })
    await bundle.write({ dir, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' })
    await bundle.close()
    return await Promise.all(Object.keys(input).map((name) => import(pathToFileURL(join(dir, `${name}.mjs`)).href)))
  } finally {
    rmSync(dir, { recursive: true })
  }
}
