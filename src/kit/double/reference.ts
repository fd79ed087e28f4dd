import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { sha256 } from '../../kernel/support/digest.ts'
import { escapeHtml } from '../../kernel/support/escape.ts'
import { readHeader, type HttpCall } from '../../server/http/request.ts'

const isSource = import.meta.url.endsWith('.ts')

/** The folder of the pages: that of the package, or for a server that runs from the source the one that `npm run docs` writes. */
const FOLDER = resolve(import.meta.dirname, isSource ? '../../../.cache/reference' : '../reference')

const ENDING = '.md.br'

const STYLE = `
:root { color-scheme: light dark }
body { max-width: 75rem; margin: 0 auto; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
table { border-collapse: collapse }
th, td { padding: .25rem .75rem .25rem 0; vertical-align: top; text-align: left; border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent) }
pre { overflow-x: auto; padding: .5rem; background: color-mix(in srgb, currentColor 6%, transparent) }
`

/** A page runs and loads nothing; only its own style sheet applies. */
const POLICY = `default-src 'none'; style-src 'sha256-${Buffer.from(sha256(STYLE), 'hex').toString('base64')}'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'`

/** Serves the reference of this version: Markdown to programs, HTML to browsers. It holds no data, so it needs no token. */
export class Reference {
  readonly #folder: string
  /** The names of the pages. Other names are never looked up in the folder. */
  readonly #names: ReadonlySet<string>

  constructor(folder = FOLDER) {
    this.#folder = folder
    const files = existsSync(folder) ? readdirSync(folder) : []
    this.#names = new Set(files.flatMap((file) => (file.endsWith(ENDING) ? [file.slice(0, -ENDING.length)] : [])))
  }

  /** The answer for a path after `/_docs`; `undefined` if there is no such page, or the method is not GET or HEAD. */
  async answer(call: HttpCall, below: string): Promise<Response | undefined> {
    if (call.method !== 'GET' && call.method !== 'HEAD') return undefined
    const name = below.replace(/^\//, '').replace(/\.md$/, '') || 'index'
    if (!this.#names.has(name)) return undefined
    const text = brotliDecompressSync(readFileSync(join(this.#folder, `${name}${ENDING}`))).toString('utf8')
    const isForPerson = !below.endsWith('.md') && /\btext\/html\b/i.test(readHeader(call, 'accept') ?? '')
    const body = isForPerson ? await renderReferencePage(text) : text
    return new Response(call.method === 'HEAD' ? null : body, {
      headers: {
        'content-type': isForPerson ? 'text/html; charset=utf-8' : 'text/markdown; charset=utf-8',
        'content-security-policy': POLICY,
        'cache-control': 'no-cache',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        vary: 'accept',
      },
    })
  }
}

/** A page for a browser. Links are relative to `/_docs/`, whatever path the server is behind. */
async function renderReferencePage(markdown: string): Promise<string> {
  const { Marked } = await import('marked')
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        return `<h${depth} id="${escapeHtml(makeAnchor(text))}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
    },
  })
  const [title = ''] = /(?<=^# ).*$/m.exec(markdown) ?? []
  const content = await marked.parse(markdown)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · maildouble</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${content}</main>
</body>
</html>
`
}

/** The anchor of a heading, as GitHub makes it. */
function makeAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}
