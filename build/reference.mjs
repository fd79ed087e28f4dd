// Makes the reference pages in Markdown from the contracts and the sources. The build puts them into dist/reference/, where the running
// double serves them at /_docs; the site shows them beside the pages of docs/.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { apiPage } from './api-page.mjs'
import { publicExports } from './api-sources.mjs'
import { assumptionsPage } from './assumptions.mjs'
import { controlPage } from './control-page.mjs'
import { keysPage } from './keys-page.mjs'
import { kitsPage, readKits } from './kits.mjs'
import { loadSource } from './load-source.mjs'
import { machinesPage } from './machines-page.mjs'
import { machines } from './machines.mjs'
import { operationsPage } from './operations-page.mjs'
import { publishedDocument } from './published-document.mjs'
import { scenarioContract } from './scenario.mjs'
import { settingsPage } from './settings-page.mjs'
import { controlContract, publicContract, serviceContract } from './spec.mjs'
import { toolsPage } from './tools-page.mjs'

/** The pages by name, in the order of their index: `control-api`, `settings` … @returns {Promise<ReadonlyMap<string, string>>} */
export async function referencePages() {
  const contracts = [await serviceContract(), await controlContract(), await publicContract()]
  const [service, control, pages] = /** @type {[any, any, any]} */ (contracts.map(publishedDocument))
  const all = await machines()
  const [{ tools }, { describeTool }] = [await loadSource('kit/mcp/tools/index.ts'), await loadSource('kit/mcp/input-schema.ts')]
  const named = new Map([
    ['operations', operationsPage([service, pages])],
    ['control-api', controlPage(control)],
    ['settings', settingsPage(control)],
    ['scenario-keys', keysPage(scenarioContract(), control)],
    ['state-machines', machinesPage(all, control)],
    ['assumptions', assumptionsPage(service, pages)],
    ['typescript', apiPage(publicExports())],
    ['kits', kitsPage(readKits())],
    ['tools', toolsPage(tools.map((/** @type {any} */ tool) => describeTool(tool, { control })))],
  ])
  return new Map([['index', indexPage(named)], ...named])
}

/** @param {ReadonlyMap<string, string>} pages */
function indexPage(pages) {
  const entries = [...pages].map(([name, text]) => {
    const [title = '', first = ''] = text.split('\n\n')
    return `- [${title.replace('# ', '')}](${name}): ${first.replaceAll('\n', ' ').replace(/(?<=\.) .*/, '')}`
  })
  return [
    '# Reference of maildouble',
    '',
    'Made from the contracts and the sources of this version. `curl` gets Markdown, a browser gets pages.',
    '',
    ...entries,
    '- [Errors of the service](/docs/errors): the catalogue, with what causes each',
    '',
  ].join('\n')
}

/** Writes the pages into a folder, compressed, and removes others. @param {string} folder */
export async function writeReference(folder) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of await referencePages()) writeFileSync(join(folder, `${name}.md.br`), brotliCompressSync(text))
  return readdirSync(folder)
}

if (resolve(process.argv[1] ?? '') === import.meta.filename) await writeReference(resolve(process.argv[2] ?? '.cache/reference'))
