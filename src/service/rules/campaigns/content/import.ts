import type { Token } from 'parse5'
import type { ServiceSchemas } from '../../../../kernel/contract/service.ts'
import { bytesOfBase64 } from '../../../../kernel/support/base64.ts'
import { escapeHtml } from '../../../../kernel/support/escape.ts'
import { isObject } from '../../../../kernel/support/is-object.ts'
import { decodePercent } from '../../../../kernel/support/percent.ts'
import { type ArchivedFile, InvalidArchive, unpack } from '../../../../kernel/support/unpack.ts'
import { Defect } from '../../../../kernel/world/errors.ts'
import type { Tx } from '../../../../kernel/world/tx.ts'
import { errors } from '../../../model/errors.ts'
import { fileUrl, readExtension } from '../../../model/files/file.ts'
import { findContentType } from '../../files/kinds.ts'
import { makeFile } from '../../files/make.ts'
import { readHtml } from '../../mailings/html.ts'

/** Limits of an archive: the number of its files, and their total size, unpacked. */
const LIMITS = { files: 1_000, bytes: 67_108_864 }

/** The files of the archives in the bodies of calls, or why they could not be unpacked. */
const unpacked = new WeakMap<object, PromiseSettledResult<readonly ArchivedFile[]>>()

/** Unpacks the archives in the body of a call, which takes too long for a transaction. The body need not have been checked. */
export function unpackArchives(body: unknown): Promise<unknown> | undefined {
  const variates = isObject(body) ? body['variate_contents'] : undefined
  const contents: readonly unknown[] = [body, ...(Array.isArray(variates) ? variates : [])]
  const archives = contents.flatMap((content) => (isObject(content) && isArchive(content['archive']) ? content['archive'] : []))
  if (archives.length === 0) return undefined
  return Promise.all(
    archives.map(async (archive) => {
      const [result] = await Promise.allSettled([filesIn(archive)])
      unpacked.set(archive, result)
    }),
  )
}

function isArchive(value: unknown): value is ServiceSchemas['ArchiveContentInput'] {
  return isObject(value) && typeof value['archive_content'] === 'string'
}

async function filesIn({
  archive_content,
  archive_type = 'zip',
}: ServiceSchemas['ArchiveContentInput']): Promise<readonly ArchivedFile[]> {
  if (archive_type === 'tar.bz2' || archive_type === 'tbz')
    throw new InvalidArchive(
      `has the type ${archive_type}, which maildouble does not unpack: send the same files as zip or tar.gz`,
    )
  const bytes = bytesOfBase64(archive_content)
  if (!bytes) throw new InvalidArchive('must be base64 with padding, in the standard alphabet')
  return unpack(bytes, archive_type, LIMITS)
}

/**
 * The HTML of an archive, whose other files become files of the file manager. Relative references in the HTML lead to these. Throws a 400 if
 * there is no HTML.
 */
export function importArchive(tx: Tx, archive: ServiceSchemas['ArchiveContentInput']): string {
  const files = findUnpacked(archive)
  const page = pageIn(files)
  if (!page)
    throw errors.badRequest('The archive has no HTML: it needs a file index.html, or another one that ends in .html or .htm.')
  const urls = new Map<string, string>()
  for (const file of files) {
    if (file !== page && canBeFile(file))
      urls.set(decodePercent(toArchiveUrl(file.path).pathname), fileUrl(tx, addFile(tx, file)))
  }
  const html = new TextDecoder().decode(page.bytes)
  return rewriteReferences(html, (reference) => urls.get(decodePercent(referredUrl(reference, page)?.pathname ?? '')))
}

/** The files of an archive in the order of their paths, without hidden files and the metadata of macOS. */
function findUnpacked(archive: ServiceSchemas['ArchiveContentInput']): readonly ArchivedFile[] {
  const result = unpacked.get(archive)
  if (!result) throw new Defect('An archive has not been unpacked before its transaction.')
  if (result.status === 'fulfilled')
    return result.value
      .filter(({ path }) => !/(?:^|[/\\])(?:__MACOSX[/\\]|\.[^/\\]*$)/.test(path))
      .toSorted((a, b) => (a.path < b.path ? -1 : 1))
  const { reason } = result
  if (!(reason instanceof InvalidArchive)) throw reason
  throw errors.badRequest(`The archive ${reason.message}.`)
}

/** The file with the HTML: the index in the fewest folders, or the first page. */
function pageIn(files: readonly ArchivedFile[]): ArchivedFile | undefined {
  const depthOf = ({ path }: ArchivedFile) => path.split(/[/\\]/).length
  const indexes = files.filter(({ path }) => /(?:^|[/\\])index\.html$/i.test(path))
  return indexes.toSorted((a, b) => depthOf(a) - depthOf(b))[0] ?? files.find(({ path }) => /\.html?$/i.test(path))
}

/** Maximum number of characters of the name of a file, as in the contract. */
const NAME_CHARACTERS_MAX = 255

function canBeFile({ path, bytes }: ArchivedFile): boolean {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
  const isNamed = name.length <= NAME_CHARACTERS_MAX && !/[\p{Cc}\p{Cs}]/u.test(name)
  return isNamed && bytes.length > 0 && findContentType(readExtension(name)) !== undefined
}

function addFile(tx: Tx, { path, bytes }: ArchivedFile) {
  const { max_bytes } = tx.settings.files
  if (bytes.length > max_bytes)
    throw errors.badRequest(
      `The file ${path.slice(0, 200)} of the archive has ${bytes.length} bytes. A file can have ${max_bytes}.`,
    )
  return makeFile(tx, { name: path, file_data: Buffer.from(bytes).toString('base64') })
}

/** The root of an archive. No path leads out of it. */
const ROOT = 'http://archive.invalid/'

/** The URL of a path in an archive, without `.` and `..`. */
function toArchiveUrl(path: string): URL {
  const segments = path.replaceAll('\\', '/').replace(/^\/+/, '').split('/')
  return new URL(segments.map(encodeURIComponent).join('/'), ROOT)
}

/** The URL to which a relative reference on a page of an archive leads, or `undefined` if it leads out of the archive. */
function referredUrl(reference: string, page: ArchivedFile): URL | undefined {
  const base = toArchiveUrl(page.path)
  const relative = reference.replaceAll('\\', '/')
  const url = URL.canParse(relative, base.href) ? new URL(relative, base) : undefined
  return url?.origin === base.origin ? url : undefined
}

/** Returns the address that replaces a reference, or `undefined` to keep it. */
type Resolve = (reference: string) => string | undefined

/** The attributes that hold one reference. */
const REFERENCES: ReadonlySet<string> = new Set(['src', 'href', 'background', 'poster'])

/** A piece of the source, and what takes its place. */
interface Edit {
  readonly from: number
  readonly to: number
  readonly text: string
}

/**
 * Replaces references in the attributes and the styles of HTML; the rest stays as it is.
 *
 * @example
 * rewriteReferences('<img src="a.png">', () => 'https://acme.test/a.png') // '<img src="https://acme.test/a.png">'
 */
function rewriteReferences(html: string, resolve: Resolve): string {
  const edits: Edit[] = []
  let style: number | undefined
  const startTag = ({ tagName, attrs, location }: Token.TagToken): void => {
    for (const { name, value } of attrs) {
      const place = location?.attrs?.[name]
      const rewritten = place && rewriteAttribute(name, value, resolve)
      if (!place || rewritten === undefined || rewritten === value) continue
      edits.push({ from: place.startOffset, to: place.endOffset, text: `${name}="${escapeHtml(rewritten)}"` })
    }
    if (tagName === 'style') style = location?.endOffset
  }
  const endTag = ({ tagName, location }: Token.TagToken): void => {
    if (tagName !== 'style' || style === undefined || !location) return
    edits.push({ from: style, to: location.startOffset, text: rewriteStyle(html.slice(style, location.startOffset), resolve) })
    style = undefined
  }
  readHtml(html, { startTag, endTag })
  let rewritten = ''
  let at = 0
  for (const { from, to, text } of edits) {
    rewritten += html.slice(at, from) + text
    at = to
  }
  return rewritten + html.slice(at)
}

function rewriteAttribute(name: string, value: string, resolve: Resolve): string | undefined {
  if (REFERENCES.has(name)) return resolved(value, resolve)
  if (name === 'style') return rewriteStyle(value, resolve)
  if (name !== 'srcset') return undefined
  return value
    .split(',')
    .map((candidate) => candidate.replace(/\S+/, (reference) => resolved(reference, resolve) ?? reference))
    .join(',')
}

function rewriteStyle(css: string, resolve: Resolve): string {
  return css.replaceAll(/url\(\s*(["']?)([^"'()\s]+)\1\s*\)/gi, (written, quote: string, reference: string) => {
    const address = resolved(reference, resolve)
    return address === undefined ? written : `url(${quote}${address}${quote})`
  })
}

/** Only relative references are resolved: no references with a host or a scheme, within the page, or to a merge tag. */
function resolved(reference: string, resolve: Resolve): string | undefined {
  const trimmed = reference.trim()
  return trimmed === '' || /^(?:[a-z][a-z0-9+.-]*:|\/\/|#|\*\|)/i.test(trimmed) ? undefined : resolve(trimmed)
}
