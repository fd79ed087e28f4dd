// Checks a packed package with publint and Are The Types Wrong: node .ci/package-lint.mjs <tarball> <installed folder>
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { problemAffectsResolutionKind, problemKindInfo } from '@arethetypeswrong/core/problems'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'

const [tarball = '', folder = ''] = process.argv.slice(2)
const data = readFileSync(tarball)
const manifest = JSON.parse(readFileSync(join(folder, 'node_modules/maildouble/package.json'), 'utf8'))
/** @type {string[]} */
const wrong = []

const { messages } = await publint({ pack: { tarball: new Uint8Array(data).buffer }, strict: true, level: 'suggestion' })
wrong.push(...messages.map((message) => `publint: ${formatMessage(message, manifest, { color: false })}`))

/** The package is ESM only: resolution without `exports`, and require() before Node 20.19, are unsupported. */
const KINDS = /** @type {const} */ (['node16-esm', 'bundler'])

const analysis = await checkPackage(createPackageFromTarballData(new Uint8Array(data)))
if (analysis.types === false) wrong.push('The package has no types.')
else {
  for (const problem of analysis.problems) {
    if (!KINDS.some((kind) => problemAffectsResolutionKind(problem, kind, analysis))) continue
    wrong.push(`types: ${problemKindInfo[problem.kind].title}: ${JSON.stringify(problem)}`)
  }
  const typed = Object.values(analysis.entrypoints).filter((entry) => entry.subpath !== './package.json')
  for (const { subpath, resolutions } of typed)
    for (const kind of KINDS) if (!resolutions[kind].resolution?.isTypeScript) wrong.push(`types: ${subpath} has none (${kind}).`)
  console.log(`lint: ${messages.length} remarks of publint, types of ${typed.length} entries`)
}

for (const problem of wrong) console.error(problem)
process.exitCode = wrong.length > 0 ? 1 : 0
