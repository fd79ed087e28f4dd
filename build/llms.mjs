// Makes llms.txt (https://llmstxt.org) and the files with the text of all pages, one for each topic, from docs/README.md and the linked pages.
import { readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..')
const INDEX = 'docs/README.md'

/** The sections of the index that an assistant can skip when its context is short. */
const OPTIONAL = new Set(['For maintainers'])

/** The pages to begin with, which the index links in a sentence. */
const START = [
  '- [README](README.md): what it is, and the first test with it',
  '- [Quickstart](docs/quickstart.md): a suite of tests for an application that calls the service',
]

/** @typedef {{ title: string, links: readonly { title: string, path: string, text: string }[] }} Section */

/** The sections of docs/README.md with their links, in order. @returns {readonly Section[]} */
function sections() {
  const [, ...parts] = read(INDEX).split(/^## /m)
  const all = parts.map((part) => {
    const links = [...part.matchAll(/^- \[([^\]]+)\]\(([^)]+)\)(?:: (.+))?$/gm)]
    return {
      title: part.slice(0, part.indexOf('\n')),
      links: links.map(([, title = '', target = '', text = '']) => ({
        title,
        path: /^https?:/.test(target) ? target : join(dirname(INDEX), target),
        text: withoutLinks(text),
      })),
    }
  })
  return all.filter(({ links }) => links.length > 0)
}

/** The name and the summary of the project, from package.json. */
function head() {
  const { name, description } = JSON.parse(read('package.json'))
  return [`# ${name}`, '', `> ${description}`]
}

/** The index: the name, what the project is, and a link with a sentence for each page. */
export function llmsText() {
  const listed = sections().flatMap(({ title, links }) => [
    '',
    // By the standard, the section with this name is left out first.
    `## ${OPTIONAL.has(title) ? 'Optional' : title}`,
    '',
    ...links.map((link) => `- [${link.title}](${link.path})${link.text === '' ? '' : `: ${link.text}`}`),
  ])
  return [...head(), '', '## Start', '', ...START, ...listed, ''].join('\n')
}

/** Larger pages are topics of their own: most assistants cannot read them beside others. */
const PAGE_BYTES_MAX = 60_000

/** @typedef {{ readonly file: string, readonly title: string, readonly pages: readonly string[] }} Topic */

/** The topics: the pages to begin with, each section of the index for users, and each large page. @returns {readonly Topic[]} */
function topics() {
  const start = { file: 'llms-start.txt', title: 'Start', pages: ['README.md', 'docs/quickstart.md'] }
  const others = sections().flatMap(({ title, links }) => {
    if (OPTIONAL.has(title)) return []
    const pages = links.filter(({ path }) => !path.startsWith('http') && !start.pages.includes(path))
    const large = pages.filter(({ path }) => Buffer.byteLength(read(path)) > PAGE_BYTES_MAX)
    const rest = pages.filter((page) => !large.includes(page)).map(({ path }) => path)
    return [
      { file: `llms-${fileWord(title)}.txt`, title, pages: rest },
      ...large.map((page) => ({ file: `llms-${basename(page.path, '.md')}.txt`, title: page.title, pages: [page.path] })),
    ]
  })
  return [start, ...others].filter(({ pages }) => pages.length > 0)
}

/** The first word of a title, for the name of a file: `guides`. @param {string} title */
function fileWord(title) {
  return title
    .toLowerCase()
    .replace(/^get /, '')
    .replace(/[^a-z].*$/, '')
}

/**
 * README.md and all pages for users, in one file for each topic, and `llms-full.txt`, which names these files. The generated references of maintainers
 * stay out.
 *
 * @returns {ReadonlyMap<string, string>} the texts by the names of the files
 */
export function llmsFiles() {
  const files = new Map(
    topics().map(({ file, pages }) => [
      file,
      [...head(), ...pages.flatMap((path) => ['', `<!-- ${path} -->`, '', read(path).trim()]), ''].join('\n'),
    ]),
  )
  const listed = topics().map(({ file, title, pages }) => {
    const size = Math.ceil(Buffer.byteLength(files.get(file) ?? '') / 1024)
    return `- [${title}](${file}): ${size} KiB. ${pages.join(', ')}`
  })
  const index = [...head(), '', 'The text of all pages for users, by topic. Read the topics that you need.', '', ...listed, '']
  return new Map([['llms-full.txt', index.join('\n')], ...files])
}

/** @param {string} text */
function withoutLinks(text) {
  return text.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')
}

/** @param {string} path */
function read(path) {
  return readFileSync(resolve(ROOT, path), 'utf8')
}
