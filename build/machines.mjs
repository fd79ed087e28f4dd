// Loads the state machines of src/resources/ for the docs. They are TypeScript, so they are bundled first.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'

/** @returns {Promise<readonly import('./machines-page.mjs').Machine[]>} */
export async function machines() {
  const dir = mkdtempSync(join(tmpdir(), 'maildouble-machines-'))
  try {
    const bundle = await rolldown({
      input: { machines: resolve(import.meta.dirname, '../src/resources/machines.ts') },
      platform: 'node',
    })
    await bundle.write({ dir, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' })
    await bundle.close()
    const module = await import(pathToFileURL(join(dir, 'machines.mjs')).href)
    return module.machines
  } finally {
    rmSync(dir, { recursive: true })
  }
}
