// Generates the published type declarations: the ones that the entries reach. Everything else is left out, such as the types of
// the service's contract, which are a megabyte.
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { PUBLIC } from './entries.mjs'

const ROOT = resolve(import.meta.dirname, '..')
const ALL = resolve(ROOT, '.cache/types')
const OUT = resolve(ROOT, 'dist/types')

rmSync(ALL, { recursive: true, force: true })
rmSync(OUT, { recursive: true, force: true })
// `npm run typecheck` reports errors; without checks, declarations take half of the time.
const tsc = resolve(ROOT, 'node_modules/typescript-7/bin/tsc')
execFileSync(process.execPath, [tsc, '-p', 'tsconfig.types.json', '--noCheck', '--outDir', ALL], { cwd: ROOT, stdio: 'inherit' })

/** Imports of our own declarations. */
const OURS = /(\bfrom ['"]|\bimport\(['"])(\.[^'"]+\.ts)/g

/** An optional peer dependency whose types an entry mentions. */
const UNDICI = /^import .* from ['"]undici['"];?$/gm

/** A package with declarations only. They ship with ours, so that a consumer need not install it: types of equal structure are compatible,
 * whichever copy they come from. */
const OPENAPI_TYPES = /(\bfrom ['"])openapi-types(?=['"])/g

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
  // Consumers resolve modules by the names they have at run time, which end in `.js`.
  // Generated declarations are long and deep: half of the bytes would be indentation.
  const short = file.includes('generated') ? text.replaceAll(/^(?: {4})+/gm, (indent) => '\t'.repeat(indent.length / 4)) : text
  const resolved = short.replace(OURS, (_, from, target) => `${from}${target.replace(/\.ts$/, '.js')}`)
  const withOpenapi = resolved.replace(OPENAPI_TYPES, (_, from) => from + relativeFrom(dirname(out), 'openapi-types.js'))
  writeFileSync(
    out,
    withOpenapi.replace(UNDICI, (line) => `// @ts-ignore: undici is needed only if a dispatcher is used.\n${line}`),
  )
}
// A JSON file is the default export of an ES module, and the exports of a CommonJS module. The declaration has both forms.
writeFileSync(
  resolve(OUT, 'kit/openapi/document.d.cts'),
  "import type { Contract } from './index.js' with { 'resolution-mode': 'import' }\n\ndeclare const document: Contract\nexport = document\n",
)
copyFileSync(resolve(ROOT, 'node_modules/openapi-types/dist/index.d.ts'), resolve(OUT, 'openapi-types.d.ts'))

/** The specifier of a declaration file. @param {string} folder where it is imported @param {string} file below the folder of all types */
function relativeFrom(folder, file) {
  const path = relative(folder, resolve(OUT, file)).replaceAll('\\', '/')
  return path.startsWith('.') ? path : `./${path}`
}

/** The declaration file of a source. @param {string} source */
function declarationOf(source) {
  return source.replace(/\.ts$/, '.d.ts')
}
