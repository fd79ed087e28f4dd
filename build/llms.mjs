// Makes llms.txt and llms-full.txt (https://llmstxt.org) from docs/README.md and the linked pages.
import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

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
  return parts.map((part) => {
    const links = [...part.matchAll(/^- \[([^\]]+)\]\(([^)]+)\)(?:: (.+))?$/gm)]
    return {
      title: part.slice(0, part.indexOf('\n')),
      links: links.map(([, title = '', target = '', text = '']) => ({
        title,
        path: join(dirname(INDEX), target),
        text: withoutLinks(text),
      })),
    }
  })
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

/** A generated table of figures, which says nothing about how to use the double. */
const FIGURES = 'docs/conformance.md'

/** README.md and all pages for users in one file. The generated references of maintainers stay out. */
export function llmsFullText() {
  const paths = [
    'README.md',
    'docs/quickstart.md',
    ...sections().flatMap(({ title, links }) => (OPTIONAL.has(title) ? [] : links.map(({ path }) => path))),
  ]
  const pages = [...new Set(paths)].filter((path) => !path.includes('/internals/') && path !== FIGURES)
  return [...head(), ...pages.flatMap((path) => ['', `<!-- ${path} -->`, '', read(path).trim()]), ''].join('\n')
}

/** @param {string} text */
function withoutLinks(text) {
  return text.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')
}

/** @param {string} path */
function read(path) {
  return readFileSync(resolve(ROOT, path), 'utf8')
}
