// The settings of the site's generator. build.mjs copies this file into the folder where it is installed, beside the menu.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

const { base, description, repository, sidebar } = JSON.parse(
  readFileSync(resolve(import.meta.dirname, '../settings.json'), 'utf8'),
)

export default {
  title: 'maildouble',
  description,
  base,
  srcDir: 'pages',
  outDir: 'html',
  cacheDir: 'vite',
  cleanUrls: true,
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  markdown: {
    // Pages have names in angle brackets and braces, which are no elements and no templates. The elements of the reference are below.
    html: false,
    anchor: { slugify: slug },
    config: (/** @type {any} */ md) => {
      const { text } = md.renderer.rules
      md.renderer.rules.text = (/** @type {any[]} */ ...args) => text(...args).replaceAll(ELEMENTS, unescape)
      const render = md.renderer.render.bind(md.renderer)
      md.renderer.render = (/** @type {any[]} */ ...args) => render(...args).replaceAll('{{', '&#123;&#123;')
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    sidebar,
    outline: [2, 3],
    socialLinks: [{ icon: 'github', link: repository }],
  },
}

/** The tags that the reference has in its tables, as they are escaped. */
const ELEMENTS = /&lt;(?:\/?(?:details|summary)|br|a id=&quot;[\w.-]+&quot;|\/a)&gt;/g

/** @param {string} tag */
function unescape(tag) {
  return tag.replace('&lt;', '<').replace('&gt;', '>').replaceAll('&quot;', '"')
}

/** The anchor of a heading as GitHub makes it, so that links lead to the same place there and here. @param {string} heading */
function slug(heading) {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}
