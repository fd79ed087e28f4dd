// The pages of the site: the README, docs/, and the reference; and a redirect for each page that moved.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix, resolve } from 'node:path'
import { listPages } from '../llms.mjs'

const ROOT = resolve(import.meta.dirname, '../..')

/** Where GitHub Pages serves the site. */
const SITE = 'https://maildouble.github.io/maildouble/'

/** The path of the site, here as there. */
export const BASE = new URL(SITE).pathname

export const REPOSITORY = 'https://github.com/maildouble/maildouble'

/** A running double, as the pages name it. */
const DOUBLE = 'http://127.0.0.1:4030'

/** Where the site has a file of the repository; `undefined` if it has no page for it. @param {string} file */
export function findAddress(file) {
  if (file === 'README.md') return '/'
  return file.startsWith('docs/') && file.endsWith('.md') ? file.slice('docs'.length, -'.md'.length) : undefined
}

/** The pages by their file in the site.
 * @param {ReadonlyMap<string, string>} reference the pages of the reference by name @returns {Map<string, string>} */
export function collectPages(reference) {
  const docs = readdirSync(resolve(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .toSorted()
  return new Map([
    ['index.md', rewriteLinks(readFileSync(resolve(ROOT, 'README.md'), 'utf8'), linksOfRepository('README.md'))],
    ...docs.map((file) => /** @type {const} */ ([file, readPage(`docs/${file}`)])),
    ...[...reference].map(([name, text]) => /** @type {const} */ ([`reference/${name}.md`, rewriteLinks(text, linkOfReference)])),
  ])
}

/** @param {string} file */
function readPage(file) {
  return rewriteLinks(readFileSync(resolve(ROOT, file), 'utf8'), linksOfRepository(file))
}

/** Replaces the targets of links, except in blocks of code.
 * @param {string} markdown @param {(target: string) => string} linkTo */
function rewriteLinks(markdown, linkTo) {
  return markdown
    .split(/^( *```[^]*?^ *```.*)$/m)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll(/(?<=\]\()[^\s)]+(?=\))/g, linkTo)))
    .join('')
}

/** Leads links of a file to pages of the site, and links to other files to GitHub. @param {string} file @returns {(target: string) => string} */
function linksOfRepository(file) {
  return (target) => {
    const [, page = '', anchor = ''] = /^([^#]*)(#.*)?$/.exec(target) ?? []
    if (page === '') return target
    if (page.startsWith(`${DOUBLE}/_docs`)) return `/reference${page.slice(`${DOUBLE}/_docs`.length) || '/'}${anchor}`
    const isOurs = page.startsWith(`${REPOSITORY}/blob/main/docs/`)
    if (/^[a-z]+:/.test(page) && !isOurs) return target
    const path = isOurs ? page.slice(`${REPOSITORY}/blob/main/`.length) : posix.join(posix.dirname(file), page)
    if (!existsSync(join(ROOT, path))) throw new Error(`${file} links ${target}, which does not exist.`)
    if (path.startsWith('docs/images/')) return path.slice('docs'.length)
    const address = findAddress(path)
    return address === undefined ? `${REPOSITORY}/blob/main/${path}${anchor}` : `${address}${anchor}`
  }
}

/** Links of the reference are names of its pages, or paths of the double that serves it. @param {string} target */
function linkOfReference(target) {
  if (target.startsWith('/')) return `${DOUBLE}${target}`
  return /^(?:[a-z]+:|#)/.test(target) ? target : `/reference/${target}`
}

/** The menu beside each page. @param {ReadonlyMap<string, string>} pages */
export function makeSidebar(pages) {
  const entries = [...pages].map(([file, text]) => ({
    text: (/^# (.+)$/m.exec(text)?.[1] ?? file).replaceAll('`', ''),
    link: `/${file.replace(/(?:index)?\.md$/, '')}`,
  }))
  const order = listPages().map(({ path }) => findAddress(path))
  const rank = (/** @type {{ link: string }} */ { link }) => order.indexOf(link)
  const isForMaintainers = (/** @type {{ link: string }} */ { link }) => /^\/(?:architecture$|decisions\/)/.test(link)
  const isReference = (/** @type {{ link: string }} */ { link }) => link.startsWith('/reference/')
  const guides = entries.filter((entry) => entry.link !== '/' && !isForMaintainers(entry) && !isReference(entry))
  return [
    { text: 'Guides', items: [{ text: 'Start', link: '/' }, ...guides.toSorted((a, b) => rank(a) - rank(b))] },
    { text: 'Reference', items: entries.filter(isReference) },
    { text: 'For maintainers', collapsed: true, items: entries.filter(isForMaintainers) },
  ]
}

/** The pages that lead from an earlier address to the present one, by their file in the built site.
 * @param {Record<string, string>} moved the new page by the old one, both as files of docs/ @returns {Map<string, string>} */
export function makeRedirects(moved) {
  return new Map(
    Object.entries(moved).map(([from, to]) => {
      const [file = '', anchor] = to.split('#')
      const address = `${findAddress(`docs/${file}`)?.slice(1)}${anchor === undefined ? '' : `#${anchor}`}`
      return [from.replace(/(?:README)?\.md$/, (end) => (end === '.md' ? '.html' : 'index.html')), redirectPage(address)]
    }),
  )
}

/** @param {string} address below the site */
function redirectPage(address) {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Moved</title>
<link rel="canonical" href="${SITE}${address}">
<meta http-equiv="refresh" content="0; url=${BASE}${address}">
<p>This page has moved to <a href="${BASE}${address}">${address}</a>.</p>
</html>
`
}

/** The moved pages. @returns {Record<string, string>} */
export function readMoved() {
  return JSON.parse(readFileSync(resolve(ROOT, 'docs/moved.json'), 'utf8'))
}

/** Links of built pages to pages or headings that do not exist. @param {ReadonlyMap<string, string>} built HTML by file */
export function findDeadLinks(built) {
  const ids = new Map(
    [...built].map(([file, html]) => [file, new Set([...html.matchAll(/\bid="([^"]*)"/g)].map(([, id]) => id))]),
  )
  return [...built].flatMap(([file, html]) =>
    [...html.matchAll(/<a [^>]*?href="([^"]+)"/g)].flatMap(([, href = '']) => {
      const { pathname, hash, origin } = new URL(href, new URL(file, SITE))
      if (origin !== new URL(SITE).origin || /\.\w+$/.test(pathname.replace(/\.html$/, ''))) return []
      const path = pathname.slice(BASE.length).replace(/\.html$/, '')
      const target = ids.get(`${path.replace(/(?:^|\/)$/, '$&index')}.html`)
      const isDead = !target || (hash !== '' && !target.has(decodeURIComponent(hash.slice(1))))
      return isDead ? [`${file}: ${href}`] : []
    }),
  )
}
