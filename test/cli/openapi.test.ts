import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { documents, lenientDocuments } from '../../src/kernel/contract/documents.ts'
import { control, service } from '../../src/kit/openapi/index.ts'
import { runCommand } from './run.ts'

const folder = mkdtempSync(join(tmpdir(), 'maildouble-openapi-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The document that a command prints. */
async function printed(...options: string[]): Promise<object> {
  const { code, out, err } = await runCommand('openapi', ...options)
  expect({ code, err }).toEqual({ code: 0, err: '' })
  return JSON.parse(out)
}

/** Writes a vocabulary and returns its path. */
function vocabulary(text: string): string {
  const file = join(folder, 'vocabulary.yaml')
  writeFileSync(file, text)
  return file
}

test('maildouble openapi prints the contract of the service, which admits every answer', async () => {
  expect(await printed()).toEqual(await lenientDocuments.service())
})

test('maildouble openapi prints the contract of the control API with --control', async () => {
  expect(await printed('--control')).toEqual(await documents.control())
})

test('maildouble openapi prints the variant that requires the members of complete answers with --strict', async () => {
  expect(await printed('--strict')).toEqual(await documents.service())
})

test('maildouble openapi prints the words of a deployment with --vocabulary', async () => {
  const file = vocabulary('paths: { lists: mailing-lists }\nkeys: { permission_reminder: reminder }\n')
  const { paths, components } = (await printed('--strict', '--vocabulary', file)) as typeof service
  expect(Object.keys(paths)).toContain('/mailing-lists/{list_id}')
  expect(components.schemas['CreateList']?.required).toContain('reminder')
  const lenient = (await printed('--vocabulary', file)) as typeof service
  expect(components.schemas['PartialList']).toBeUndefined()
  expect(lenient.components.schemas['PartialList']?.properties).toHaveProperty('reminder')
})

test('maildouble openapi reports the line of a word that the reference does not have', async () => {
  const file = vocabulary('paths:\n  lsits: audiences\n')
  const { code, err } = await runCommand('openapi', '--vocabulary', file)
  expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining(`${file}:2: `) })
  expect(err).toContain('Did you mean lists?')
})

test('maildouble/openapi exports copies of both contracts, so that a change to a copy does not reach the server', async () => {
  expect(service).toEqual(await documents.service())
  expect(service).not.toBe(await documents.service())
  expect(control).toEqual(await documents.control())
  expect(control).not.toBe(await documents.control())
})

describe('the published contracts', () => {
  test('equal errors in the published contracts share one response', () => {
    const own = Object.values(service.paths).flatMap((item) =>
      [item?.get, item?.post, item?.put, item?.patch, item?.delete].flatMap((operation) =>
        Object.entries(operation?.responses ?? {}).filter(([status, response]) => /^[45]/.test(status) && !('$ref' in response)),
      ),
    )
    expect(own).toEqual([])
    expect(service.components.responses?.['ResourceNotFound']).toMatchObject({ 'x-words': ['ResourceNotFound'] })
  })

  test.each([
    ['service', service],
    ['control', control],
  ])(
    'the published contract %s has schemas of one type, and no schema that is a boolean, as generators of clients need',
    (_, { components }) => {
      expect([...mixedIn(components.schemas, '')]).toEqual([])
    },
  )
})

/** The places of schemas with several types, and of members whose schema is `false`. */
function* mixedIn(node: unknown, place: string): Generator<string> {
  if (typeof node !== 'object' || node === null) return
  for (const [key, value] of Object.entries(node)) {
    const at = `${place}/${key}`
    if (key === 'type' && Array.isArray(value) && value.filter((each) => each !== 'null').length > 1) yield at
    if (value === false && place.endsWith('/properties')) yield at
    if (key !== 'example' && key !== 'default') yield* mixedIn(value, at)
  }
}
