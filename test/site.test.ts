import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { collectPages, findDeadLinks, makeRedirects, makeSidebar, readMoved } from '../build/site/pages.mjs'

const reference = new Map([
  ['index', '# Reference\n\n- [Settings](settings)\n- [Errors](/docs/errors)'],
  ['settings', '# Settings\n\n[above](#settings)'],
])

describe('the site', () => {
  const pages = collectPages(reference)

  test('the site has the README, every page of docs/ and the reference, and its menu lists each once', () => {
    const docs = readdirSync('docs', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.md'))
    expect([...pages.keys()].toSorted()).toEqual(['index.md', ...docs, 'reference/index.md', 'reference/settings.md'].toSorted())
    const links = makeSidebar(pages).flatMap(({ items }) => items.map(({ link }) => link))
    expect(links.toSorted()).toEqual([...pages.keys()].map((file) => `/${file.replace(/(?:index)?\.md$/, '')}`).toSorted())
  })

  test('links of the README lead to pages of the site, and links to other files to GitHub', () => {
    const home = pages.get('index.md')
    expect(home).toContain('](/quickstart')
    expect(home).toContain('](/images/')
    expect(home).not.toMatch(/\]\((?:docs\/|\.)/)
  })

  test('links of the reference lead to its pages, and those to a path of the double to a running one', () => {
    expect(pages.get('reference/index.md')).toBe(
      '# Reference\n\n- [Settings](/reference/settings)\n- [Errors](http://127.0.0.1:4030/docs/errors)',
    )
    expect(pages.get('reference/settings.md')).toContain('[above](#settings)')
  })

  test('a page that moved has a redirect to the heading that has its content, and a canonical link', () => {
    const redirects = makeRedirects({ 'cli.md': 'running.md#commands', 'internals/README.md': 'architecture.md' })
    expect([...redirects.keys()]).toEqual(['cli.html', 'internals/index.html'])
    expect(redirects.get('cli.html')).toContain('content="0; url=/maildouble/running#commands"')
    expect(redirects.get('cli.html')).toContain('rel="canonical" href="https://maildouble.github.io/maildouble/running#commands"')
    expect(redirects.get('internals/index.html')).toContain('url=/maildouble/architecture"')
  })

  test('no page that moved is still there, and each leads to a page that is', () => {
    for (const [from, to] of Object.entries(readMoved())) {
      expect(pages.has(from), from).toBe(false)
      expect(pages.has(to.replace(/#.*/, '')), to).toBe(true)
    }
  })

  test('links to pages and headings that do not exist are found', () => {
    const built = new Map([
      ['index.html', '<a href="/maildouble/a#b">1</a> <a href="/maildouble/a#c">2</a> <a href="/maildouble/d">3</a>'],
      ['a.html', '<h2 id="b"></h2> <a href="/maildouble/">4</a> <a href="https://example.com/d">5</a> <a href="#z">6</a>'],
    ])
    expect(findDeadLinks(built)).toEqual(['index.html: /maildouble/a#c', 'index.html: /maildouble/d', 'a.html: #z'])
  })
})
