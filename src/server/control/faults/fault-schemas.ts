import type { ControlSchemas } from '../../../kernel/contract/control.ts'
import { inlineSchema } from '../../../kernel/contract/openapi.ts'
import { documents } from '../../../kernel/contract/documents.ts'
import { type ContractName, loadOperationIndex } from '../../../kernel/contract/operation-index.ts'
import { routes as publicRoutes } from '../../../kernel/contract/public.ts'
import { routes as serviceRoutes } from '../../../kernel/contract/service.ts'
import { addressRefusal, addressRefusals } from '../../../service/rules/members/address.ts'
import { edgeAnswers } from '../../../kernel/contract/generated/edge-answers.ts'
import type { ControlOperations } from '../context.ts'

const ROUTES = { service: serviceRoutes, public: publicRoutes }

let schemas: Promise<ControlSchemas['FaultSchemas']> | undefined

export const faultSchemaOperations = {
  getFaultSchemas() {
    return (schemas ??= faultSchemas())
  },
} satisfies Partial<ControlOperations>

async function faultSchemas(): Promise<ControlSchemas['FaultSchemas']> {
  const { components } = await documents.control()
  return {
    fault: { ...inlineSchema(components.schemas, 'CreateFault') },
    delivery_fault: { ...inlineSchema(components.schemas, 'CreateDeliveryFault') },
    presets: await presets(),
    addresses: addressRefusals.map((preset) => ({ preset, seen: addressRefusal(preset, 'ada@acme.test') })),
    calls: (await readPresets('/worlds/{world}/faults')).map(({ value, ...words }) => ({ ...words, fault: value })),
    deliveries: (await readPresets('/worlds/{world}/delivery-faults')).map(({ value, ...words }) => ({
      ...words,
      delivery_fault: value,
    })),
    answers: Object.entries(edgeAnswers).map(([preset, { status, title, seen }]) => ({ preset, status, title, seen })),
    operations: [...(await operationsIn('service')), ...(await operationsIn('public'))],
  }
}

/** Bodies to begin with: the examples of the contract that have a name. */
async function readPresets(path: string) {
  const { requestBody } = (await documents.control()).paths[path]?.post ?? {}
  const examples = requestBody && 'content' in requestBody ? requestBody.content['application/json']?.examples : undefined
  return Object.entries(examples ?? {}).flatMap(([preset, example]) => {
    if (!('value' in example) || example.summary === undefined) return []
    const { summary: title, description: seen = '', value } = example
    return [{ preset, title, seen, value }]
  })
}

async function presets(): Promise<ControlSchemas['FaultPreset'][]> {
  const { catalogue } = await import('../../../kernel/contract/generated/catalogue.ts')
  return catalogue
    .flatMap(({ part, word, status, title, when }) =>
      part === 'service' && word !== undefined ? [{ preset: word, status, title, when }] : [],
    )
    .toSorted((a, b) => a.status - b.status)
}

async function operationsIn(contract: ContractName): Promise<ControlSchemas['FaultableOperation'][]> {
  const { paths } = await documents[contract]()
  const index = await loadOperationIndex(contract)
  return ROUTES[contract].map(({ id, method, path, resource }) => {
    const { get, post, put, patch, delete: remove } = paths[path] ?? {}
    const operation = { GET: get, POST: post, PUT: put, PATCH: patch, DELETE: remove }[method]
    const errors = new Set([...(index.of(id)?.errors ?? []), ...index.common])
    return { operation: id, contract, method, path, summary: operation?.summary ?? '', resource, presets: [...errors] }
  })
}
