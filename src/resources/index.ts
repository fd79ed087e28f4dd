import type { ServiceOperationId } from '../contract/service.ts'
import type { Validators } from '../contract/check.ts'
import { Defect } from '../world/errors.ts'
import type { Tx } from '../world/tx.ts'
import type { Caller, Operations } from './operation.ts'

const accountExport = async () => (await import('./account-exports/operations.ts')).accountExportOperations
const activity = async () => (await import('./activity/operations.ts')).activityOperations
const batchWebhook = async () => (await import('./batch-webhooks/operations.ts')).batchWebhookOperations
const batch = async () => (await import('./batches/operations.ts')).batchOperations
const connectedSite = async () => (await import('./connected-sites/operations.ts')).connectedSiteOperations
const contact = async () => (await import('./contacts/operations.ts')).contactOperations
const conversation = async () => (await import('./conversations/operations.ts')).conversationOperations
const event = async () => (await import('./events/operations.ts')).eventOperations
const feed = async () => (await import('./feeds/operations.ts')).feedOperations
const folder = async () => (await import('./folders/operations.ts')).folderOperations
const interest = async () => (await import('./interests/operations.ts')).interestOperations
const landingPage = async () => (await import('./landing-pages/operations.ts')).landingPageOperations
const listReport = async () => (await import('./list-reports/operations.ts')).listReportOperations
const list = async () => (await import('./lists/operations.ts')).listOperations
const memberBatch = async () => (await import('./members/batch-subscribe.ts')).memberBatchOperations
const member = async () => (await import('./members/operations.ts')).memberOperations
const mergeField = async () => (await import('./merge-fields/operations.ts')).mergeFieldOperations
const note = async () => (await import('./notes/operations.ts')).noteOperations
const report = async () => (await import('./reports/operations.ts')).reportOperations
const root = async () => (await import('./root/operations.ts')).rootOperations
const search = async () => (await import('./search/operations.ts')).searchOperations
const segment = async () => (await import('./segments/operations.ts')).segmentOperations
const tag = async () => (await import('./tags/operations.ts')).tagOperations
const template = async () => (await import('./templates/operations.ts')).templateOperations
const verifiedDomain = async () => (await import('./verified-domains/operations.ts')).verifiedDomainOperations
const webhook = async () => (await import('./webhooks/operations.ts')).webhookOperations

/** The handlers of each resource, loaded when the resource is first called. */
const files = {
  'account-exports': [accountExport],
  activity: [activity],
  'batch-webhooks': [batchWebhook],
  batches: [batch],
  'campaign-folders': [folder],
  'connected-sites': [connectedSite],
  contacts: [contact],
  conversations: [conversation],
  events: [event],
  feeds: [feed],
  interests: [interest],
  'landing-pages': [landingPage],
  'list-reports': [listReport],
  lists: [list, memberBatch],
  members: [member],
  'merge-fields': [mergeField],
  notes: [note],
  ping: [root],
  reports: [report],
  root: [root],
  search: [search],
  segments: [segment],
  tags: [tag],
  'template-folders': [folder],
  templates: [template],
  'verified-domains': [verifiedDomain],
  webhooks: [webhook],
} as const

type Files = typeof files
type Handlers<Loaders extends readonly (() => Promise<unknown>)[]> = Awaited<ReturnType<Loaders[number]>>
type Both<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void ? All : never
type All = Both<{ [Resource in keyof Files]: Handlers<Files[Resource]> }[keyof Files]>

/** One handler for each operation of the contract: a missing one does not compile, and is named in the error. */
const nothingMissing: { readonly [Id in Exclude<ServiceOperationId, keyof All>]: Handler } = {}

type Handler = (call: never) => unknown

const handlers = new Map<string, Handler>(Object.entries(nothingMissing))

/** Loads the handlers of a resource. */
export async function loadOperations(resource: string): Promise<void> {
  if (!Object.hasOwn(files, resource)) throw new Defect(`There are no handlers for ${resource}.`)
  const loaded: Partial<Operations>[] = await Promise.all(files[resource as keyof Files].map((load) => load()))
  for (const [id, handler] of loaded.flatMap((each) => Object.entries(each))) handlers.set(id, handler as Handler)
}

/** A call whose parts have been checked against the contract of its operation. */
export interface OperationCall {
  readonly tx: Tx
  readonly path: { readonly [parameter: string]: string }
  readonly query: { readonly [parameter: string]: unknown }
  readonly body: unknown
  readonly caller: Caller
  readonly checks: Validators
  readonly prepared?: unknown
}

/** Runs an operation. The server edge has checked the call, which justifies the cast. */
export function runOperation(id: string, call: OperationCall): unknown {
  const handler = handlers.get(id)
  if (!handler) throw new Defect(`The operation ${id} has no handler, or its resource has not been loaded.`)
  return handler(call as never)
}
