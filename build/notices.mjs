// The notices of third-party software: every package of which code or data is in dist/, with its licence.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..')
const MODULES = join(ROOT, 'node_modules')

/** The file at the root of the package and of the image. */
export const NOTICES = 'THIRD-PARTY-NOTICES'

/** Code that is in the bundle without being a module of its package, by the modules that it is in. */
const DERIVED = [
  // Helpers that the bundler puts in.
  { modules: /rolldown[\\/:]runtime/, name: 'rolldown' },
  // Validators consist of pieces of code that Ajv writes.
  { modules: /[\\/]src[\\/]contract[\\/]generated[\\/].+\.js$/, name: 'ajv' },
]

/** Packages of which dist/ holds data: names and places that generated scenarios are combined from (build/scenarios.mjs). */
const DATA = ['@faker-js/faker']

/**
 * @typedef {{ readonly name: string, readonly version: string, readonly licence: string, readonly from: string, readonly text: string }} Package
 */

/** A plugin of the bundler that writes the notices of what it bundles. @param {string} file @returns {import('rolldown').Plugin} */
export function notices(file) {
  return {
    name: 'third-party notices',
    generateBundle(_options, files) {
      const ids = Object.values(files).flatMap((each) => (each.type === 'chunk' ? each.moduleIds : []))
      writeFileSync(file, noticesOf(foldersOf(ids).map((folder) => packageIn(folder))))
    },
  }
}

/** The folders of the packages that modules are from, without doubles. @param {readonly string[]} ids of modules */
export function foldersOf(ids) {
  const folders = ids.flatMap((id) => {
    const own = /^(?:\0)?(.+[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(id)?.[1]
    return [...(own ? [own] : []), ...DERIVED.filter(({ modules }) => modules.test(id)).map(({ name }) => join(MODULES, name))]
  })
  return [...new Set([...folders, ...DATA.map((name) => join(MODULES, name))])]
}

/**
 * A package, with the text of its licence: its own, or one of build/licences/ where it has none.
 *
 * @param {string} folder @param {string} [texts] @returns {Package}
 */
export function packageIn(folder, texts = join(ROOT, 'build/licences')) {
  const { name, version, license, homepage, repository } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const own = readdirSync(folder).filter((file) => /^(?:licen[cs]e|copying|notice)(?:[.-].+)?$/i.test(file))
  const paths = own.length > 0 ? own.toSorted().map((file) => join(folder, file)) : [join(texts, `${name}.txt`)]
  if (!paths.every((path) => existsSync(path)))
    throw new Error(
      `${name} ${version} is bundled and has no licence text. Put the text, with its source, into build/licences/${name}.txt.`,
    )
  const from = homepage ?? repository?.url ?? `https://www.npmjs.com/package/${name}`
  const text = paths.map((path) => readFileSync(path, 'utf8').trim()).join('\n\n')
  return { name, version, licence: license ?? 'see below', from, text }
}

/** @param {readonly Package[]} packages */
export function noticesOf(packages) {
  const parts = packages
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, version, licence, from, text }) => `${LINE}\n${name} ${version}, licence ${licence}\n${from}\n\n${text}\n`)
  return `${HEAD}\n${parts.join('\n')}`
}

/** The packages that notices name. @param {string} text @returns {{ readonly name: string, readonly version: string }[]} */
export function packagesNamedIn(text) {
  return [...text.matchAll(/^-{80}\n(\S+) (\S+), licence /gm)].map(([, name = '', version = '']) => ({ name, version }))
}

const LINE = '-'.repeat(80)
const HEAD = `maildouble contains code and data of the packages below, each under the licence that follows its name. The packages that
it depends on are not among them: they are installed beside it, each with its own licence.
`
