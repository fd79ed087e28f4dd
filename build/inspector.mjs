// Builds the inspector into dist/inspector/ or the given folder: files with hashed names, each compressed in two ways, and the documents
// that load them. Fails if the whole, without the API reference, is larger than its limit.
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { threadId } from 'node:worker_threads'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'

const ROOT = resolve(import.meta.dirname, '..')
const SOURCE = resolve(ROOT, 'inspector')

/** Maximum size of all files in bytes, compressed with gzip, without the API reference. */
const LIMIT = 80 * 1024

/** Scripts by name, with the format in which they are loaded. The frame of an email has no origin, so it can't load modules. */
const SCRIPTS = {
  app: { file: 'main.tsx', format: 'es' },
  email: { file: 'email-frame.ts', format: 'iife' },
  reference: { file: 'reference.ts', format: 'es' },
}

/** The library that shows the API reference, as it is built by its authors. */
const EXPLORER = resolve(ROOT, 'node_modules/openapi-explorer/dist/browser/openapi-explorer.min.js')

/** Builds the inspector into a folder and returns its size in bytes, compressed with gzip. @param {string} folder */
export async function buildInspector(folder) {
  /** @type {Map<string, string>} */
  const files = new Map()
  /** @type {Map<string, string>} The hashed names, by the names that the documents use. */
  const names = new Map()
  const add = (/** @type {string} */ name, /** @type {string} */ text) => {
    const [stem = '', extension = ''] = name.split('.')
    const hashed = `${stem}-${createHash('sha256').update(text).digest('base64url').slice(0, 10)}.${extension}`
    names.set(name, hashed)
    files.set(hashed, text)
  }
  for (const [name, { file, format }] of Object.entries(SCRIPTS)) add(`${name}.js`, await scriptOf(file, format))
  add('app.css', styleOf())
  add('icon.svg', readFileSync(join(SOURCE, 'icon.svg'), 'utf8'))
  add('openapi-explorer.js', readFileSync(EXPLORER, 'utf8'))
  for (const document of ['index.html', 'email.html', 'reference.html']) {
    files.set(document, withNames(readFileSync(join(SOURCE, document), 'utf8'), names))
  }
  return write(folder, files)
}

/** @param {string} file @param {string} format */
async function scriptOf(file, format) {
  const bundle = await rolldown({
    input: join(SOURCE, file),
    platform: 'browser',
    tsconfig: join(SOURCE, 'tsconfig.json'),
    transform: { target: 'es2022' },
  })
  const { output } = await bundle.generate({ format: format === 'es' ? 'es' : 'iife', minify: true, comments: false })
  await bundle.close()
  if (output.length > 1) throw new Error(`${file} was split into several files.`)
  return output[0].code
}

/** All style sheets in the order of their names, without comments and indentation. */
function styleOf() {
  return readdirSync(join(SOURCE, 'style'))
    .toSorted()
    .map((file) => readFileSync(join(SOURCE, 'style', file), 'utf8'))
    .join('\n')
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/\s*\n\s*/g, '\n')
}

/** Replaces the names of files in a document. @param {string} html @param {ReadonlyMap<string, string>} names */
function withNames(html, names) {
  return html.replaceAll(/"([\w-]+\.(?:js|css|svg))"/g, (_, name) => {
    const hashed = names.get(name)
    if (hashed === undefined) throw new Error(`A document names ${name}, which is not built.`)
    return `"${hashed}"`
  })
}

/** Writes each file compressed, and removes what an earlier build left. @param {string} folder @param {ReadonlyMap<string, string>} files */
function write(folder, files) {
  mkdirSync(folder, { recursive: true })
  let size = 0
  const written = new Set()
  for (const [name, text] of files) {
    const isExplorer = name.startsWith('openapi-explorer')
    const gzip = gzipSync(text, { level: 9 })
    const brotli = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
    if (!isExplorer) size += gzip.length
    for (const [file, data] of /** @type {const} */ ([
      [`${name}.gz`, gzip],
      [`${name}.br`, brotli],
    ])) {
      // The library is most of the package's growth: a client without Brotli gets it as it is.
      if (isExplorer && file.endsWith('.gz')) continue
      // A server that runs from this folder must never read half a file. Threads of one process may build it at the same time.
      const unfinished = join(folder, `${file}.${process.pid}-${threadId}`)
      writeFileSync(unfinished, data)
      renameSync(unfinished, join(folder, file))
      written.add(file)
    }
  }
  for (const file of readdirSync(folder))
    if (!written.has(file) && /\.(?:br|gz)$/.test(file)) rmSync(join(folder, file), { force: true })
  if (size > LIMIT) throw new Error(`The inspector takes ${size} bytes compressed with gzip; it may take ${LIMIT}.`)
  return size
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await buildInspector(resolve(ROOT, process.argv[2] ?? 'dist', 'inspector'))
