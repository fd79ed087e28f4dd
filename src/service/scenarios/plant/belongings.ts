import type { ScenarioSchemas } from '../../../kernel/contract/scenario.ts'
import { batchWebhooks } from '../../model/batch-webhooks/batch-webhook.ts'
import { makeBatchWebhook } from '../../rules/batch-webhooks/make.ts'
import { connectedSites } from '../../model/connected-sites/site.ts'
import { makeConnectedSite } from '../../rules/connected-sites/site.ts'
import { fileFolders, files } from '../../model/files/file.ts'
import { makeFile, makeFileFolder } from '../../rules/files/make.ts'
import { folderAt, folders } from '../../model/folders/folder.ts'
import { makeFolder } from '../../rules/folders/make.ts'
import { makeLandingPage } from '../../rules/landing-pages/make.ts'
import { landingPageMachine } from '../../model/landing-pages/machine.ts'
import { landingPages } from '../../model/landing-pages/page.ts'
import { clients } from '../../model/oauth/client.ts'
import { makeClient } from '../../rules/oauth/client.ts'
import { templateMachine } from '../../model/templates/machine.ts'
import { makeTemplate } from '../../rules/templates/make.ts'
import { templates } from '../../model/templates/template.ts'
import { domainAt } from '../../model/verified-domains/domain.ts'
import { readDomain, makeVerifiedDomain } from '../../rules/verified-domains/make.ts'
import { makeMove, reachState } from '../../../kernel/world/machine.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import { dated, refuseTaken, requireOwnList } from './instants.ts'
import { runBelowPath, ScenarioDataError } from '../read/scenario-error.ts'
import type { Collection, Scenario } from '../read/scenario-source.ts'

type PlantedItem<Name extends keyof Planting> = Scenario[Name][number]
type Planting = Pick<Scenario, Exclude<Collection, 'lists' | 'batches' | 'automations' | 'journeys' | 'stores'>>

/** Plants what belongs to the account as a whole. The lists must exist. */
export function plantBelongings(tx: Tx, scenario: Planting): void {
  each(scenario, 'folders', (data) => plantFolder(tx, data))
  each(scenario, 'templates', (data) => plantTemplate(tx, data))
  each(scenario, 'file_folders', (data) => plantFileFolder(tx, data))
  each(scenario, 'files', (data) => plantFile(tx, data))
  each(scenario, 'landing_pages', (data) => plantPage(tx, data))
  each(scenario, 'connected_sites', (data) => plantSite(tx, data))
  each(scenario, 'verified_domains', (data) => plantDomain(tx, data))
  each(scenario, 'batch_webhooks', (data) => plantBatchWebhook(tx, data))
  each(scenario, 'oauth_clients', (data) => plantClient(tx, data))
}

function each<Name extends keyof Planting>(scenario: Planting, name: Name, run: (data: PlantedItem<Name>) => void): void {
  const items: readonly PlantedItem<Name>[] = scenario[name]
  for (const [i, data] of items.entries()) runBelowPath([name, i], () => run(data))
}

function plantFolder(tx: Tx, data: ScenarioSchemas['Folders'][number]): void {
  refuseTaken('folders', data.id, tx.first(folders.key, { id: data.id ?? '' }))
  makeFolder(tx, data)
}

function plantTemplate(tx: Tx, data: ScenarioSchemas['Templates'][number]): void {
  const { folder, active = true, ...fields } = data
  refuseTaken('templates', data.id, tx.first(templates.key, { id: data.id ?? 0 }))
  if (folder !== undefined && !folderAt(tx, 'template', folder))
    throw new ScenarioDataError(['folder'], `must be the id of a folder of templates of this scenario, but ${folder} is none`)
  if (!active && fields.type !== undefined && fields.type !== 'user')
    throw new ScenarioDataError(['active'], `must be true, since a ${fields.type} template cannot be removed`)
  const made = makeTemplate(tx, { ...dated(tx, fields, ['date_created', 'date_edited']), folder_id: folder ?? '' })
  if (!active) makeMove(tx, templateMachine, made, 'remove')
}

function plantFileFolder(tx: Tx, data: ScenarioSchemas['FileFolders'][number]): void {
  refuseTaken('folders of files', data.id, tx.first(fileFolders.key, { id: data.id ?? 0 }))
  makeFileFolder(tx, dated(tx, data, ['created_at']))
}

function plantFile(tx: Tx, { folder: folder_id = 0, ...data }: ScenarioSchemas['Files'][number]): void {
  refuseTaken('files', data.id, tx.first(files.key, { id: data.id ?? 0 }))
  if (folder_id !== 0 && !tx.first(fileFolders.key, { id: folder_id }))
    throw new ScenarioDataError(['folder'], `must be the id of a folder of files of this scenario, but ${folder_id} is none`)
  makeFile(tx, { ...dated(tx, data, ['created_at']), folder_id })
}

function plantPage(tx: Tx, data: ScenarioSchemas['LandingPages'][number]): void {
  const { list: list_id, status = 'draft', ...fields } = data
  refuseTaken('landing pages', data.id, tx.first(landingPages.key, { id: data.id ?? '' }))
  requireOwnList(tx, list_id)
  reachState(tx, landingPageMachine, makeLandingPage(tx, { ...dated(tx, fields, ['created_at']), list_id }), status)
}

function plantSite(tx: Tx, { script_installed = false, ...data }: ScenarioSchemas['ConnectedSites'][number]): void {
  refuseTaken('sites', data.foreign_id, tx.first(connectedSites.key, { foreign_id: data.foreign_id }), ['foreign_id'])
  makeConnectedSite(tx, { ...dated(tx, data, ['created_at']), script_installed_at: script_installed ? tx.now : 0 })
}

function plantDomain(tx: Tx, data: ScenarioSchemas['VerifiedDomains'][number]): void {
  const { verification_email: address } = data
  refuseTaken('domains', address, domainAt(tx, readDomain(address)), ['verification_email'])
  makeVerifiedDomain(tx, data)
}

function plantBatchWebhook(tx: Tx, data: ScenarioSchemas['BatchWebhooks'][number]): void {
  refuseTaken('batch webhooks', data.id, tx.first(batchWebhooks.key, { id: data.id ?? '' }))
  makeBatchWebhook(tx, data)
}

function plantClient(tx: Tx, data: ScenarioSchemas['OauthClients'][number]): void {
  refuseTaken('applications', data.client_id, tx.first(clients.key, { client_id: data.client_id }), ['client_id'])
  makeClient(tx, data)
}
