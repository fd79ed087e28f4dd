// Runs generate.mjs, unless its inputs and outputs are unchanged since its last run.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..')
const STAMP = resolve(ROOT, '.cache/generated')

/** The inputs of generate.mjs, and in `src` its outputs. The lock file stands for the versions of the libraries. */
const FILES = ['build', 'spec', 'src', 'package.json', 'package-lock.json']

if (!existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== digest()) {
  await import('./generate.mjs')
  mkdirSync(dirname(STAMP), { recursive: true })
  writeFileSync(STAMP, digest())
}

function digest() {
  const hash = createHash('sha256')
  for (const file of FILES.flatMap(filesIn))
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
