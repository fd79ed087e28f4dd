// Writes src/kernel/contract/generated/ from the contracts: types, routes, validators and the published documents.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { catalogueOf, ownTitles } from './catalogue.mjs'
import { clientTypesOf } from './client-types.mjs'
import { clientOperationsOf } from './client.mjs'
import { edgeAnswersModule } from './edge-answers.mjs'
import { filledOf } from './filled.mjs'
import { runIfChanged } from './if-changed.mjs'
import { operationIndexOf } from './operation-index.mjs'
import { makePools } from './pools.mjs'
import { lintConfig } from './lint.mjs'
import { publishedDocument } from './published-document.mjs'
import { publishedSchema } from './published-schema.mjs'
import { routesOf } from './routes.mjs'
import { scenarioContract } from './scenario.mjs'
import { serviceTypesOf } from './service-types.mjs'
import { settingsOf } from './settings.mjs'
import { controlContract, publicContract, serviceContract } from './spec.mjs'
import { tableWordsModule } from './table-words.mjs'
import { typesOf } from './types.mjs'
import { sharedOf, validatorsOf } from './validators.mjs'

const { version } = JSON.parse(readFileSync(resolve(import.meta.dirname, '../package.json'), 'utf8'))
const OUT = resolve(import.meta.dirname, '../src/kernel/contract/generated')

const contracts = { service: await serviceContract(), control: await controlContract(), public: await publicContract() }
for (const [name, contract] of Object.entries(contracts)) {
  write(`${name}/openapi.json`, JSON.stringify(publishedDocument(contract)))
  write(`${name}/types.ts`, await typesOf(contract))
  write(`${name}/routes.ts`, routesOf(contract))
  if (contract.components.schemas.Settings) write(`${name}/settings.ts`, settingsOf(contract))
  // A problem of the service names the first mistake of a call, as the service does. Our own API names all of them.
  for (const [file, code] of Object.entries(validatorsOf(contract, { allErrors: name === 'control' })))
    write(`${name}/validators/${file}`, code)
}

write('catalogue.ts', catalogueOf(contracts.service))
write('own-errors.ts', ownTitles())
write('edge-answers.ts', edgeAnswersModule())
write('table-words.ts', tableWordsModule())
write('pools.json', JSON.stringify(makePools()))
write('service/filled.ts', filledOf(contracts.service))
write('service/operation-index.ts', operationIndexOf(contracts.service))
write('public/operation-index.ts', operationIndexOf(contracts.public))

write('client/types.ts', await clientTypesOf(contracts))
write('client/service.ts', await serviceTypesOf(contracts))
write('client/operations.ts', clientOperationsOf(contracts.control))

const scenarios = scenarioContract()
write('scenario/schema.json', JSON.stringify(publishedSchema(scenarios)))
write('scenario/types.ts', await typesOf(scenarios))
const borrowed = sharedOf(contracts.control, '../control/validators')
for (const [file, code] of Object.entries(validatorsOf(scenarios, { allErrors: true, borrowed })))
  write(`scenario/${file}`, code.replace("'../../../", "'../../"))

write('version.ts', `/** The version of this package. */\nexport const version: string = '${version}'\n`)

await runIfChanged(
  {
    name: 'row-types',
    inputs: [
      'build/row-types.mjs',
      'package-lock.json',
      'src/kernel/contract/generated/control/types.ts',
      'src/kernel/contract/generated/service/types.ts',
      'src/kernel/world',
      'src/service/model',
    ],
    output: 'src/kernel/contract/generated/row-types.ts',
  },
  // Reading the types takes seconds.
  async () => write('row-types.ts', (await import('./row-types.mjs')).rowTypesModule()),
)

writeFileSync(resolve(import.meta.dirname, '../.oxlintrc.json'), lintConfig())

/** Writes a file only if its text changes, so that file watchers are not triggered without need. @param {string} file @param {string} text */
function write(file, text) {
  const path = resolve(OUT, file)
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
