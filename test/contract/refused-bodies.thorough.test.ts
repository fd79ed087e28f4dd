import { Ajv2020, type AnySchema } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { formats } from '../../build/formats.mjs'
import { documents } from '../../src/kernel/contract/documents.ts'
import type { Route } from '../../src/kernel/contract/route.ts'
import { routes } from '../../src/kernel/contract/service.ts'
import type { Body } from '../mock.ts'
import { MINIMAL_BODIES } from './minimal-bodies.ts'
import { worldWithOneOfEach } from './one-of-each.ts'
import { operationAt, requestContent, resolveSchema } from './operation-at.ts'
import { putAt } from './places.ts'

const document = await documents.service()
const ajv = new Ajv2020({ strict: false, formats })
const { call, ids, handle } = await worldWithOneOfEach()

const bodied = routes.filter(({ body }) => body !== 'none').map((route) => [route.id, route] as const)

/** The places in a body that a schema describes, with their own schemas. */
function placesIn(given: Body, at = ''): (readonly [at: string, schema: Body])[] {
  const schema = resolveSchema(document, given)
  const parts = [schema, ...(schema.allOf ?? []).map((part: Body) => resolveSchema(document, part))]
  const members = parts.flatMap((part) => Object.entries<Body>(part.properties ?? {}))
  return [
    ...(at === '' ? [] : [[at, given] as const]),
    ...members.flatMap(([name, member]) => placesIn(member, at === '' ? name : `${at}.${name}`)),
    ...(schema.items ? placesIn(schema.items, `${at}.item:0`) : []),
  ]
}

const SAMPLES = [true, 1.5, -1, 1e13, 'x', '', 'x'.repeat(3_000), [], {}]

/** Values that a schema refuses: at most one that is no text, and all texts. */
function flawsOf(schema: Body): unknown[] {
  const isValid = ajv.compile({ ...schema, components: document.components } as AnySchema)
  const refused = SAMPLES.filter((sample) => !isValid(sample))
  const [other] = refused.filter((sample) => typeof sample !== 'string')
  return [...(other === undefined ? [] : [other]), ...refused.filter((sample) => typeof sample === 'string')]
}

async function refusedWith({ method, path }: Route, body: object): Promise<Body> {
  const at = path.replace(/\{(\w+)\}/g, (_, name: string) => ids.get(name) ?? 'missing')
  return (await call(`${method} /3.0${at}`, body)).body
}

test.each(bodied)('%s refuses whatever its schema refuses, names the place, and changes nothing', async (id, route) => {
  const before = handle().world
  for (const [at, schema] of placesIn(requestContent(operationAt(document, route))?.schema)) {
    for (const flaw of flawsOf(schema)) {
      const { status, title, errors } = await refusedWith(route, putAt(MINIMAL_BODIES[id] ?? {}, at, flaw))
      const where = `${at}: ${JSON.stringify(flaw).slice(0, 20)}`
      expect([where, status, title]).toEqual([where, 400, 'Invalid Resource'])
      // A malformed address has no field; an object that is wrong as a whole has its own, which is empty for the body.
      const fields: string[] = errors?.map(({ field }: Body) => field) ?? ['']
      expect([where, fields.some((field) => field === '' || `${at}.`.startsWith(`${field}.`))]).toEqual([where, true])
    }
  }
  expect(handle().world).toBe(before)
})

test.each(bodied.filter(([, { allErrors }]) => allErrors))('%s names all members that its schema refuses', async (id, route) => {
  const places = placesIn(requestContent(operationAt(document, route))?.schema)
  const wrong = places.filter(([at, schema]) => !at.includes('.') && flawsOf(schema).length > 0)
  const body = wrong.reduce((all, [at, schema]) => putAt(all, at, flawsOf(schema)[0]), MINIMAL_BODIES[id] ?? {})
  const { errors } = await refusedWith(route, body as object)
  expect(new Set(errors.map(({ field }: Body) => field))).toEqual(new Set(wrong.map(([at]) => at)))
})
