import { describe, expect, test } from 'vitest'
import { checkSchema } from '../../src/kernel/contract/check.ts'
import type { Route } from '../../src/kernel/contract/route.ts'
import * as control from '../../src/kernel/contract/control.ts'
import * as pages from '../../src/kernel/contract/public.ts'
import * as service from '../../src/kernel/contract/service.ts'
import { documents } from '../../src/kernel/contract/documents.ts'
import { operationAt, requestContent, responseContent } from './operation-at.ts'

const controlDocument = await documents.control()
const pagesDocument = await documents.public()
const serviceDocument = await documents.service()

const contracts = [
  ['the service', service, serviceDocument],
  ['the control API', control, controlDocument],
  ['public pages', pages, pagesDocument],
] as const

describe.each(contracts)('every example in the contract of %s matches its schema', (_, { routes, validators }, document) => {
  test.each(routes.map((route: Route) => [route.id, route] as const))(
    'the examples of the operation %s match its schema',
    async (id, route) => {
      const checks = (await validators[route.resource]?.()) ?? {}
      const operation = operationAt(document, route)
      for (const [side, content] of [
        ['request', requestContent(operation)],
        ['response', responseContent(operation, route.status)],
      ] as const) {
        const validate = checks[`${side}_${id}`]
        if (content?.example === undefined || !validate) continue
        expect(checkSchema(validate, content.example), side).toBeUndefined()
      }
    },
  )
})

test('every operation of the service has an example of its response and of its body', () => {
  const bare = service.routes.filter((route) => {
    const operation = operationAt(serviceDocument, route)
    const [body, answer] = [requestContent(operation), responseContent(operation, route.status)]
    return (answer && answer.example === undefined) || (body && body.example === undefined)
  })
  expect(bare.map((route) => route.id)).toEqual([])
})
