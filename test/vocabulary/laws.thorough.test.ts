import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { documents } from '../../src/kernel/contract/documents.ts'
import { routes } from '../../src/kernel/contract/service.ts'
import { loadCatalogue } from '../../src/service/vocabulary/catalogue.ts'
import { wordMistakes, type GivenVocabulary } from '../../src/service/vocabulary/definition.ts'
import { Vocabulary } from '../../src/service/vocabulary/vocabulary.ts'
import { Shapes, type JsonSchema } from '../../src/service/vocabulary/shape.ts'
import { WordMap } from '../../src/service/vocabulary/word-map.ts'
import { operationAt, requestContent, responseContent } from '../contract/operation-at.ts'

const document = await documents.service()
const catalogue = await loadCatalogue()
const word = fc.stringMatching(/^[a-z]{1,6}$/)

/** Pairs in which no two words have the same one. */
const pairs = fc
  .tuple(fc.uniqueArray(word, { maxLength: 8 }), fc.uniqueArray(word, { minLength: 8, maxLength: 8 }))
  .map(([words, others]) => Object.fromEntries(words.map((each, i): [string, string] => [each, others[i] ?? each])))

test('a map of words returns every word when it is translated there and back', () => {
  fc.assert(
    fc.property(pairs, word, (map, some) => {
      const words = new WordMap(map)
      for (const each of [some, ...Object.keys(map), ...Object.values(map)]) {
        expect(words.toReference(words.toDeployment(each))).toBe(each)
        expect(words.toDeployment(words.toReference(each))).toBe(each)
      }
    }),
  )
})

test('a map of words translates the words that it names, and to nothing else', () => {
  fc.assert(
    fc.property(pairs, (map) => {
      const words = new WordMap(map)
      for (const [reference, deployed] of Object.entries(map)) expect(words.toDeployment(reference)).toBe(deployed)
    }),
  )
})

test('a map of words reads the old word of the reference as a word that the reference does not have', () => {
  const words = new WordMap({ a: 'b' })
  expect(words.toReference('a')).toBe('b')
  expect(new WordMap({ a: 'b', b: 'c' }).toReference('a')).toBe('c')
})

/** Some words of the reference with others, swapped words among them. */
const vocabularies = fc
  .tuple(
    fc.shuffledSubarray([...catalogue.keys.keys()], { maxLength: 60 }),
    fc.shuffledSubarray(['type', 'status', 'op', 'condition_type', 'field', 'rel'], { maxLength: 6 }),
    fc.boolean(),
  )
  .map(([keys, holders, isSwapped]): GivenVocabulary => {
    const cycle = (words: readonly string[]): Record<string, string> =>
      Object.fromEntries(
        words.map((each, i): [string, string] => [each, isSwapped ? (words[(i + 1) % words.length] ?? each) : `z_${each}`]),
      )
    return {
      keys: cycle(keys),
      values: Object.fromEntries(holders.map((holder) => [holder, cycle([...(catalogue.values.get(holder)?.keys() ?? [])])])),
    }
  })

function shapesOf({ keys = {}, values = {} }: GivenVocabulary): Shapes {
  const words = new Map(Object.entries(values).map(([holder, each]) => [holder, new WordMap(each)]))
  const shapeWords = {
    keys: new WordMap(keys),
    valuesOf: (holder: string) => words.get(holder),
    url: (url: string) => url,
    sentence: (text: string) => text,
  }
  return new Shapes(shapeWords, document.components.schemas as JsonSchema)
}

const examples = routes.flatMap((route) => {
  const operation = operationAt(document, route)
  return [requestContent(operation), responseContent(operation, route.status)].flatMap((content) =>
    content?.schema && content.example !== undefined
      ? [{ id: route.id, schema: content.schema as JsonSchema, value: content.example }]
      : [],
  )
})

test('every example of the contract is the same after it was translated there and back, whatever the words are', () => {
  fc.assert(
    fc.property(vocabularies, fc.constantFrom(...examples), (vocabulary, { schema, value }) => {
      const shapes = shapesOf(vocabulary)
      const there = shapes.translate([schema], value, 'toDeployment')
      expect(shapes.translate([schema], there, 'toReference')).toEqual(value)
    }),
    { numRuns: 300 },
  )
})

test('any JSON is the same after it was translated there and back', () => {
  fc.assert(
    fc.property(vocabularies, fc.constantFrom(...examples), fc.jsonValue(), (vocabulary, { schema, value }, other) => {
      const shapes = shapesOf(vocabulary)
      const mixed = typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value, other } : other
      for (const each of [mixed, other]) {
        const back = shapes.translate([schema], shapes.translate([schema], each, 'toDeployment'), 'toReference')
        expect(back).toEqual(each)
      }
    }),
    { numRuns: 300 },
  )
})

test('every path of the contract is the same after it was translated there and back, whatever the words are', () => {
  const segments = fc.shuffledSubarray([...catalogue.paths.keys()], { minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(segments, fc.boolean(), (words, isSwapped) => {
      const paths = words.map((each, i): [string, string] => [
        each,
        isSwapped ? (words[(i + 1) % words.length] ?? each) : `z-${each}`,
      ])
      const spelled = new Vocabulary({ paths: Object.fromEntries(paths) }, document)
      for (const route of routes) {
        const path = route.path.replaceAll(/\{\w+\}/g, 'a1')
        const sent = spelled.paths.toDeployment(path)
        expect(spelled.paths.toReference(sent)).toBe(path)
        expect(spelled.find(sent)).toMatchObject({ path, match: { item: { [route.method]: route } } })
        expect(spelled.url(spelled.url(`https://acme.test/3.0${path}?count=1`), 'toReference')).toBe(
          `https://acme.test/3.0${path}?count=1`,
        )
      }
    }),
    { numRuns: 20 },
  )
})

test('a vocabulary without words changes neither an example nor a query nor a path', () => {
  const none = new Vocabulary({}, document)
  for (const route of routes) {
    const query = new Map(route.query.map(({ name, accepted }) => [name, accepted?.[0] ?? 'x']))
    expect(none.queryOf(route, query)).toEqual(query)
    expect(none.find(route.path)).toMatchObject({ path: route.path })
    const content = requestContent(operationAt(document, route))
    if (content) expect(none.bodyOf(route, content.example)).toEqual(content.example)
  }
})

test('every word of the catalogue can be mapped', () => {
  const other = (words: ReadonlyMap<string, unknown>) => Object.fromEntries([...words.keys()].map((each) => [each, `z${each}`]))
  const values = Object.fromEntries([...catalogue.values].map(([holder, words]) => [holder, other(words)]))
  expect(
    wordMistakes(
      { paths: other(catalogue.paths), keys: other(catalogue.keys), values, headers: other(catalogue.headers) },
      catalogue,
    ),
  ).toEqual([])
})

test('the catalogue has the words that stand for names of vendors, with the places where they occur', () => {
  expect(catalogue.paths.get('service-chatter')).toEqual(['/activity-feed/service-chatter'])
  expect(catalogue.keys.get('track_with_service')).toContain('createLandingPage')
  expect(catalogue.values.get('condition_type')?.get('TransactionalMail')).toContain('createSegment')
  expect(catalogue.values.get('rel')?.get('service-chatter')).toEqual(['links of ActivityFeed'])
  expect(catalogue.values.get('title')?.has('API Key Invalid')).toBe(true)
})
