// The types that ship: of the declarations of all sources those that the entries lead to. The types of the service's contract
// alone are a megabyte, and no entry speaks of them.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { PUBLIC } from './entries.mjs'

const ROOT = resolve(import.meta.dirname, '..')
const ALL = resolve(ROOT, '.cache/types')
const OUT = resolve(ROOT, 'dist/types')

rmSync(ALL, { recursive: true, force: true })
rmSync(OUT, { recursive: true, force: true })
const tsc = resolve(ROOT, 'node_modules/typescript/bin/tsc')
execFileSync(process.execPath, [tsc, '-p', 'tsconfig.types.json', '--outDir', ALL], { cwd: ROOT, stdio: 'inherit' })

/** Where a declaration leads to another of ours. */
const OURS = /(\bfrom ['"]|\bimport\(['"])(\.[^'"]+\.ts)/g

/** An optional peer that an entry speaks of and does not stand on. */
const UNDICI = /^import .* from ['"]undici['"];?$/gm

const seen = new Set()
const waiting = Object.values(PUBLIC).map((source) => declarationOf(resolve(ALL, relative(resolve(ROOT, 'src'), source))))
for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
  if (seen.has(file)) continue
  seen.add(file)
  const text = readFileSync(file, 'utf8')
  const folder = dirname(file)
  waiting.push(...[...text.matchAll(OURS)].map(([, , target = '']) => declarationOf(resolve(folder, target))))
  const out = resolve(OUT, relative(ALL, file))
  mkdirSync(dirname(out), { recursive: true })
  // Consumers resolve what is there at run time: no file of ours ends in `.ts` then.
  const resolved = text.replace(OURS, (_, from, target) => `${from}${target.replace(/\.ts$/, '.js')}`)
  writeFileSync(
    out,
    resolved.replace(UNDICI, (line) => `// @ts-ignore: whoever gives no dispatcher needs no undici.\n${line}`),
  )
}

/** Where a source was declared. @param {string} source */
function declarationOf(source) {
  return source.replace(/\.ts$/, '.d.ts')
}
