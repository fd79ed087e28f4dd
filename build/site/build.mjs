// Builds the documentation as a site in .cache/site/html: node build/site/build.mjs [--serve]. The generator takes 100 MB and nothing else needs
// it, so it has a lock of its own and is installed by the first build.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { getRequestListener } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { referencePages } from '../reference.mjs'
import { BASE, REPOSITORY, collectPages, findDeadLinks, makeRedirects, makeSidebar, readMoved } from './pages.mjs'

const HERE = import.meta.dirname
const ROOT = resolve(HERE, '../..')
const SITE = resolve(ROOT, '.cache/site')
const HTML = join(SITE, 'html')
const { values } = parseArgs({ options: { serve: { type: 'boolean', default: false } } })

await build()
if (values.serve) serve()

async function build() {
  installGenerator()
  for (const folder of ['pages', 'html']) rmSync(join(SITE, folder), { recursive: true, force: true })
  const pages = collectPages(await referencePages())
  for (const [file, text] of pages) write(join(SITE, 'pages', file), text)
  cpSync(resolve(ROOT, 'docs/images'), join(SITE, 'pages/public/images'), { recursive: true })
  const { description } = JSON.parse(readFileSync(resolve(ROOT, 'package.json'), 'utf8'))
  const settings = { base: BASE, description, repository: REPOSITORY, sidebar: makeSidebar(pages) }
  write(join(SITE, 'settings.json'), JSON.stringify(settings))
  write(join(SITE, '.vitepress/config.mjs'), readFileSync(join(HERE, 'config.mjs'), 'utf8'))
  execFileSync(process.execPath, [join(SITE, 'node_modules/vitepress/bin/vitepress.js'), 'build', SITE], { stdio: 'inherit' })
  // GitHub Pages would leave out files whose names begin with an underscore.
  write(join(HTML, '.nojekyll'), '')
  for (const [file, html] of makeRedirects(readMoved())) {
    if (existsSync(join(HTML, file))) throw new Error(`docs/moved.json has a page that still exists: ${file}.`)
    write(join(HTML, file), html)
  }
  const built = readdirSync(HTML, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.html') && file !== '404.html',
  )
  const dead = findDeadLinks(new Map(built.map((file) => [file, readFileSync(join(HTML, file), 'utf8')])))
  if (dead.length > 0) throw new Error(`Links that lead nowhere:\n${[...new Set(dead)].join('\n')}`)
}

/** Installs the generator beside the pages, unless the installed one has the same lock. */
function installGenerator() {
  const lock = readFileSync(join(HERE, 'package-lock.json'), 'utf8')
  const installed = join(SITE, 'node_modules/.lock')
  if (existsSync(installed) && readFileSync(installed, 'utf8') === lock) return
  for (const file of ['package.json', 'package-lock.json']) write(join(SITE, file), readFileSync(join(HERE, file), 'utf8'))
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: SITE, stdio: 'inherit' })
  write(installed, lock)
}

/** @param {string} file @param {string} text */
function write(file, text) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

/** Serves the site on loopback only, with addresses as GitHub Pages has them; the generator's own preview listens on all interfaces. */
function serve() {
  const toFile = (/** @type {string} */ path) => path.slice(BASE.length - 1).replace(/\/[^./]+$/, '$&.html')
  const app = new Hono()
  app.use(`${BASE}*`, serveStatic({ root: HTML, rewriteRequestPath: toFile }))
  app.notFound((context) => context.html(readFileSync(join(HTML, '404.html'), 'utf8'), 404))
  createServer(getRequestListener(app.fetch)).listen(4040, '127.0.0.1', () =>
    console.log(`The site is at http://127.0.0.1:4040${BASE}`),
  )
}
