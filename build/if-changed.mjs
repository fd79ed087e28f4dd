// Runs a step of the build, unless its inputs are as they were after its last run.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..')

/**
 * Runs the step unless all files of `inputs` have the content that they had after its last run, and its `output` is there. A step may list
 * files that it writes: it then runs again when one of them was changed by hand.
 *
 * @param {{ name: string, inputs: readonly string[], output: string }} step @param {() => Promise<unknown>} run
 */
export async function runIfChanged({ name, inputs, output }, run) {
  const stamp = resolve(ROOT, '.cache', name)
  if (existsSync(join(ROOT, output)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === digestOf(inputs)) return
  await run()
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, digestOf(inputs))
}

/** @param {readonly string[]} paths */
function digestOf(paths) {
  const hash = createHash('sha256')
  for (const file of paths.flatMap(filesIn))
    hash.update(`${file}\n`).update(
      createHash('sha256')
        .update(readFileSync(join(ROOT, file)))
        .digest(),
    )
  return hash.digest('hex')
}

/** All files below a path, or the path itself if it is a file. @param {string} path @returns {string[]} */
function filesIn(path) {
  if (!statSync(join(ROOT, path)).isDirectory()) return [path]
  return readdirSync(join(ROOT, path))
    .toSorted()
    .flatMap((name) => filesIn(join(path, name)))
}
