// The server without its socket, bundled like the package, for benchmarks that run it in their own process.
import { execFile, execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { rolldown } from 'rolldown'

const BUNDLE = resolve(import.meta.dirname, '../dist/bench')

/** Writes the bundle. @param {{ sourceMaps?: boolean }} [options] for profilers */
export async function bundleInProcess({ sourceMaps = false } = {}) {
  const bundle = await rolldown({
    input: { 'in-process': resolve(import.meta.dirname, 'in-process.mjs') },
    platform: 'node',
    external: /^(?:node:|yaml|@faker-js\/|@redis\/)/,
  })
  await bundle.write({ dir: BUNDLE, format: 'esm', sourcemap: sourceMaps, cleanDir: true })
  await bundle.close()
}

/**
 * Runs a script of this folder in its own process, with the bundle as its first argument, and returns its output.
 * @param {string} script @param {string[]} args
 */
export function runSide(script, ...args) {
  return runSideWith([], script, ...args)
}

/** The same with options of Node. @param {string[]} flags @param {string} script @param {string[]} args */
export function runSideWith(flags, script, ...args) {
  const options = ['--expose-gc', ...flags, resolve(import.meta.dirname, script), resolve(BUNDLE, 'in-process.js'), ...args]
  return JSON.parse(execFileSync(process.execPath, options, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }))
}

/** The same, concurrently with this process. @param {string} script @param {string[]} args */
export async function startSide(script, ...args) {
  const options = [resolve(import.meta.dirname, script), resolve(BUNDLE, 'in-process.js'), ...args]
  return JSON.parse((await promisify(execFile)(process.execPath, options)).stdout)
}
