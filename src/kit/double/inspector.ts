import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, extname, join, resolve } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { readHeader, type HttpCall } from '../../server/http/request.ts'

const isSource = import.meta.url.endsWith('.ts')

/** The folder of the built inspector: that of the package, or for a server that runs from the source the one that tests build. */
const FOLDER = resolve(import.meta.dirname, isSource ? '../../../.cache/inspector' : '../inspector')

/** The command that builds the inspector in the folder of the sources. */
const BUILD_COMMAND = `node build/inspector.mjs ${isSource ? '.cache' : 'dist'}`

const TYPES: { readonly [extension: string]: string } = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** The encodings in which files are stored, best first, and the extensions of the stored files. Every file is stored in the first. */
const ENCODINGS = { br: '.br', gzip: '.gz' } as const

type Encoding = keyof typeof ENCODINGS

/** Scripts and styles come from the server's own files only, and nothing is loaded from other hosts. */
const PAGE_POLICY = "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/**
 * The frame that shows an email is a document of its own without an origin. It runs one script of the server, and no script, form or
 * remote file of the email. Only the styles of the email apply.
 */
const FRAME_POLICY =
  "sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox; default-src 'none'; script-src 'self'; " +
  "style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

/** The reference is a document of its own as well: its library writes style sheets into the page. */
const REFERENCE_POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors 'self'"

const POLICIES: { readonly [document: string]: string } = { 'email.html': FRAME_POLICY, 'reference.html': REFERENCE_POLICY }

/**
 * Serves the files of the inspector. They are the same for every caller and hold no data, so they need no token; all data comes from
 * the control API, which does.
 */
export class Inspector {
  readonly #folder: string
  /** The names of the stored files: only these are served. `undefined` while the inspector has not been built. */
  #stored: ReadonlySet<string> | undefined
  readonly #contents = new Map<string, Uint8Array<ArrayBuffer>>()

  constructor(folder = FOLDER) {
    this.#folder = folder
  }

  /** The answer for a path after `/_inspector`; `undefined` if there is no such file, or the method is not GET or HEAD. */
  answer(call: HttpCall, below: string): Response | undefined {
    if (call.method !== 'GET' && call.method !== 'HEAD') return undefined
    if (below === '') return toInspector(call)
    const stored = (this.#stored ??= filesIn(this.#folder))
    if (!stored) return notBuilt(call)
    const name = below === '/' ? 'index.html' : below.slice(1)
    if (!stored.has(name + ENCODINGS.br)) return undefined
    const accepted = readHeader(call, 'accept-encoding') ?? ''
    const encoding = (['br', 'gzip'] as const).find((each) => accepts(accepted, each) && stored.has(name + ENCODINGS[each]))
    return new Response(call.method === 'HEAD' ? null : this.#content(name, encoding), {
      headers: chooseFileHeaders(name, encoding),
    })
  }

  #content(name: string, encoding: Encoding | undefined): Uint8Array<ArrayBuffer> {
    const file = name + ENCODINGS[encoding ?? 'br']
    const known = this.#contents.get(file)
    const content = known ?? new Uint8Array(readFileSync(join(this.#folder, basename(file))))
    if (!known) this.#contents.set(file, content)
    return encoding === undefined ? new Uint8Array(brotliDecompressSync(content)) : content
  }
}

/** The names of the files in a folder. Returns `undefined` if the folder does not exist or has no page. */
function filesIn(folder: string): ReadonlySet<string> | undefined {
  const names = existsSync(folder) ? readdirSync(folder) : []
  return names.includes(`index.html${ENCODINGS.br}`) ? new Set(names) : undefined
}

/** Says how to build the inspector. A later call finds it without a restart of the server. */
function notBuilt({ method }: HttpCall): Response {
  const text = `The inspector has not been built. Run this in the folder of maildouble, then load this page again:\n\n  ${BUILD_COMMAND}\n`
  const headers = {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  }
  return new Response(method === 'HEAD' ? null : text, { status: 503, headers })
}

/** Whether a client accepts an encoding: `gzip;q=0` refuses it. */
function accepts(header: string, encoding: string): boolean {
  return header.split(',').some((each) => new RegExp(`^\\s*${encoding}\\s*(?:;\\s*q=(?!0(?:\\.0*)?\\s*$).*)?$`, 'i').test(each))
}

function chooseFileHeaders(name: string, encoding: string | undefined): Record<string, string> {
  const isDocument = name.endsWith('.html')
  return {
    'content-type': TYPES[extname(name)] ?? 'application/octet-stream',
    // Names of other files contain a hash of their content.
    'cache-control': isDocument ? 'no-cache' : 'public, max-age=31536000, immutable',
    ...(isDocument ? { 'content-security-policy': POLICIES[name] ?? PAGE_POLICY } : {}),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    vary: 'accept-encoding',
    ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
  }
}

/**
 * Redirects a browser to the inspector. The address is relative, since the server may be behind a path prefix. Other clients get another
 * answer at the root, so no cache may hold it for all.
 */
export function toInspector({ search }: HttpCall): Response {
  const headers = {
    location: `_inspector/${search === '' ? '' : `?${search}`}`,
    'cache-control': 'no-cache',
    'content-security-policy': PAGE_POLICY,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    vary: 'accept',
  }
  return new Response(null, { status: 302, headers })
}
