// `npm run docs`: generates the pages of docs/ that derive from the contracts and the code, and .oxlintrc.json.
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { apiPage } from './api-page.mjs'
import { publicExports } from './api-sources.mjs'
import { architecturePage } from './architecture-page.mjs'
import { withToolsTable } from './assistants-page.mjs'
import { assumptionsPage } from './assumptions.mjs'
import { conformanceOf, measuredIn } from './conformance-record.mjs'
import { readConformance, writeConformance } from './conformance-page.mjs'
import { withValuesTable } from './chart-page.mjs'
import { controlPage } from './control-page.mjs'
import { keysPage } from './keys-page.mjs'
import { kitsPage, readKits } from './kits.mjs'
import { lintConfig } from './lint.mjs'
import { llmsText } from './llms.mjs'
import { loadSource } from './load-source.mjs'
import { withCoverageTable } from './coverage-table.mjs'
import { machinesPage } from './machines-page.mjs'
import { machines } from './machines.mjs'
import { operationsPage } from './operations-page.mjs'
import { publishedDocument } from './published-document.mjs'
import { scenarioContract } from './scenario.mjs'
import { settingsPage } from './settings-page.mjs'
import { controlContract, publicContract, serviceContract } from './spec.mjs'

/** @typedef {import('./spec.mjs').Contract} Contract */

const DOCS = resolve(import.meta.dirname, '../docs')
const ARCHITECTURE = resolve(DOCS, 'internals/architecture.md')
const CHART = resolve(DOCS, '../deploy/helm')
const ASSISTANTS = resolve(DOCS, 'assistants.md')
const KITS = resolve(DOCS, 'kits.md')
const README = resolve(DOCS, '../README.md')

const contracts = [await serviceContract(), await controlContract(), await publicContract()]
const [service, control, pages] = /** @type {[Contract, Contract, Contract]} */ (contracts.map(publishedDocument))

writeFileSync(resolve(DOCS, '../.oxlintrc.json'), lintConfig())
writeFileSync(ARCHITECTURE, architecturePage(readFileSync(ARCHITECTURE, 'utf8')))
writeFileSync(resolve(DOCS, 'api.md'), apiPage(publicExports()))
writeFileSync(resolve(DOCS, 'internals/assumptions.md'), assumptionsPage(service, pages))
writeFileSync(resolve(DOCS, 'control-api.md'), controlPage(control))
writeFileSync(resolve(DOCS, 'internals/operations.md'), operationsPage(service, pages))
writeFileSync(resolve(DOCS, 'settings.md'), settingsPage(control))
writeFileSync(resolve(DOCS, 'scenario-keys.md'), keysPage(scenarioContract(), control))
const allMachines = await machines()
writeFileSync(resolve(DOCS, 'internals/state-machines.md'), machinesPage(allMachines, control))
writeFileSync(README, withCoverageTable(readFileSync(README, 'utf8'), [service, pages], allMachines))
writeFileSync(ASSISTANTS, withToolsTable(readFileSync(ASSISTANTS, 'utf8'), (await loadSource('kit/mcp/tools/index.ts')).tools))
writeFileSync(KITS, kitsPage(readFileSync(KITS, 'utf8'), readKits()))
// What was measured stays; `npm run conformance` measures it again.
writeConformance(conformanceOf({ service, public: pages }, allMachines, measuredIn(readConformance())))
const chartReadme = resolve(CHART, 'README.md')
writeFileSync(
  chartReadme,
  withValuesTable(readFileSync(chartReadme, 'utf8'), readFileSync(resolve(CHART, 'values.yaml'), 'utf8')),
)
// Last, since it lists the pages.
writeFileSync(resolve(DOCS, '../llms.txt'), llmsText())
