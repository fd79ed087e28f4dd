import { readdirSync, readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { parse } from 'yaml'
import { expect, test } from 'vitest'
import { chartValues } from '../../build/chart-values.mjs'
import type { Body } from '../mock.ts'
import { documentsIn } from './manifests.ts'

const CHART = 'deploy/helm'
const [values, chart] = ['values', 'Chart'].map((name) => documentsIn(`${CHART}/${name}.yaml`)[0])
const schema = JSON.parse(readFileSync(`${CHART}/values.schema.json`, 'utf8'))
const templates = readdirSync(`${CHART}/templates`)
  .map((name) => readFileSync(`${CHART}/templates/${name}`, 'utf8'))
  .join('\n')
const paths = chartValues(readFileSync(`${CHART}/values.yaml`, 'utf8')).map(({ path }) => path)

/** The values that the schema describes. A value without members of its own is one. */
function described(node: Body, above = ''): string[] {
  const { properties, $ref } = node
  if ($ref) return described(schema.definitions[$ref.replace('#/definitions/', '')], above)
  if (!properties) return [above]
  return Object.entries(properties).flatMap(([name, each]) => described(each, above ? `${above}.${name}` : name))
}

// .ci/helm renders the chart and validates what it renders.
test('the Helm chart has a schema for exactly its values, which their defaults satisfy', () => {
  // Helm itself adds this one.
  expect(
    described(schema)
      .filter((path) => path !== 'global')
      .toSorted(),
  ).toEqual(paths.toSorted())
  const ajv = new Ajv({ allErrors: true, allowUnionTypes: true })
  ajv.validate(schema, values)
  expect(ajv.errors).toBeNull()
})

test('the templates of the Helm chart use every value', () => {
  const used = (path: string) => path.split('.').some((_, at, names) => isNamed(names.slice(0, at + 1)))
  const isNamed = (names: readonly string[]) => new RegExp(String.raw`\.Values\.${names.join('\\.')}(?![.\w])`).test(templates)
  expect(paths.filter((path) => !used(path))).toEqual([])
})

test('the Helm chart is rendered in CI with another value for each of its values', () => {
  const changed = parse(readFileSync('.ci/helm/values.yaml', 'utf8'))
  const valueAt = (all: Body, path: string): unknown => path.split('.').reduce((each, name) => each?.[name], all)
  const missing = paths.filter((path) => {
    const value = valueAt(changed, path)
    return value === undefined || JSON.stringify(value) === JSON.stringify(valueAt(values, path))
  })
  expect(missing).toEqual([])
})

test('the Helm chart has the version of the package', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect([chart.version, chart.appVersion]).toEqual([version, version])
})

test('the Helm chart contains the files of HAProxy and Valkey that compose uses', () => {
  const [haproxy, script, valkey] = ['haproxy/haproxy.cfg', 'haproxy/follow.sh', 'valkey.conf'].map((file) =>
    readFileSync(`deploy/${file}`, 'utf8'),
  )
  const inChart = (name: string) => readFileSync(`${CHART}/files/${name}`, 'utf8')
  expect([inChart('haproxy.cfg'), inChart('follow.sh'), inChart('valkey.conf')]).toEqual([haproxy, script, valkey])
})
