// Makes llms.txt (https://llmstxt.org) and the files with the text of the pages, from the list of pages in README.md.
import { readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..')
const LIST = '## Where to go'

/** By the standard, an assistant leaves these out when its context is short. */
const OPTIONAL = new Set(['docs/architecture.md'])

/** @typedef {{ readonly title: string, readonly path: string, readonly text: string }} Page */

/** README.md and the pages that it lists, in order. @returns {readonly Page[]} */
export function listPages() {
  const [, list = ''] = read('README.md').split(`\n${LIST}\n`)
  const listed = [...list.matchAll(/^- \[([^\]]+)\]\((docs\/[^)]+)\): (.+)$/gm)]
  const readme = { title: 'README', path: 'README.md', text: 'what it is, and the first test with it' }
  return [readme, ...listed.map(([, title = '', path = '', text = '']) => ({ title, path, text: withoutLinks(text) }))]
}

/** The name and the summary of the project, from package.json. */
function head() {
  const { name, description } = JSON.parse(read('package.json'))
  return [`# ${name}`, '', `> ${description}`]
}

/** The index: the name, what the project is, and a link with a sentence for each page. */
export function llmsText() {
  const line = (/** @type {Page} */ { title, path, text }) => `- [${title}](${path}): ${text}`
  const all = listPages()
  const needed = all.filter(({ path }) => !OPTIONAL.has(path)).map(line)
  const optional = all.filter(({ path }) => OPTIONAL.has(path)).map(line)
  return [...head(), '', '## Pages', '', ...needed, '', '## Optional', '', ...optional, ''].join('\n')
}

/**
 * A file for each page for users, since most assistants cannot read all of them at once, and `llms-full.txt`, which names these files.
 *
 * @returns {ReadonlyMap<string, string>} the texts by the names of the files
 */
export function llmsFiles() {
  const files = listPages()
    .filter(({ path }) => !OPTIONAL.has(path))
    .map(({ title, path }) => ({
      file: `llms-${basename(path, '.md').toLowerCase()}.txt`,
      title,
      text: [...head(), '', `<!-- ${path} -->`, '', read(path).trim(), ''].join('\n'),
    }))
  const listed = files.map(({ file, title, text }) => `- [${title}](${file}): ${Math.ceil(Buffer.byteLength(text) / 1024)} KiB`)
  const index = [...head(), '', 'The text of all pages for users. Read those that you need.', '', ...listed, '']
  return new Map([['llms-full.txt', index.join('\n')], ...files.map(({ file, text }) => /** @type {const} */ ([file, text]))])
}

/** @param {string} text */
function withoutLinks(text) {
  return text.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')
}

/** @param {string} path */
function read(path) {
  return readFileSync(resolve(ROOT, path), 'utf8')
}
