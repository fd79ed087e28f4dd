// Makes the reference page of the control API: a tour, and a reference of its operations from its contract.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { curlsOf } from './control-curls.mjs'
import { operationsOf, resolved } from './spec.mjs'

/** @typedef {import('./spec.mjs').Contract} Contract */
/** @typedef {Record<string, any>} Json */

const TOUR = resolve(import.meta.dirname, 'control-tour.md')

/** @param {Contract} contract */
export function controlPage(contract) {
  const curls = new Map(curlsOf(contract).map((shown) => [shown.id, shown]))
  const all = [...operationsOf(contract)]
  return [
    readFileSync(TOUR, 'utf8').trimEnd(),
    '',
    '# Reference',
    '',
    'Each command works against a server that was started with `npm start -- --scenario webhooks`. For the world `default`, the prefix `/worlds/{world}` can be left out, as in',
    'these commands.',
    ...contract.tags.flatMap((/** @type {Json} */ { name, description }) => {
      const own = all.filter(({ operation }) => operation.tags[0] === name)
      if (own.length === 0) return []
      return ['', `## ${heading(name)}`, '', `${description}.`, ...own.flatMap((each) => section(contract, each, curls))]
    }),
    '',
  ].join('\n')
}

/** @param {string} name */
function heading(name) {
  const words = name.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** @param {Contract} contract @param {{ path: string, method: string, operation: Json }} each @param {Map<string, import('./control-curls.mjs').Shown>} curls */
function section(contract, { path, method, operation }, curls) {
  const shown = curls.get(operation.operationId)
  const before = shown?.after.length ? [`Run after ${shown.after.map((id) => `\`${id}\``).join(', ')}.`, ''] : []
  return [
    '',
    `### ${operation.summary}`,
    '',
    `\`${method} /_control${path}\` (\`${operation.operationId}\`)`,
    '',
    ...(operation.description ? [operation.description.trim(), ''] : []),
    ...before,
    '```sh',
    shown?.curl ?? '',
    '```',
    ...table('Query', parametersOf(contract, path, operation)),
    ...table('Body', membersOf(contract, Object.values(operation.requestBody?.content ?? {})[0])),
    ...table(`Answer ${shown?.status}`, answerOf(contract, operation, shown?.status ?? '200')),
  ]
}

/** @param {Contract} contract @param {string} path @param {Json} operation @returns {[string, string][]} */
function parametersOf(contract, path, operation) {
  return [...(contract.paths[path]?.parameters ?? []), ...(operation.parameters ?? [])]
    .map((each) => resolved(contract, each))
    .filter((each) => each.in === 'query' || (each.in === 'path' && each.name !== 'world'))
    .map((each) => [each.name, each.description ?? ''])
}

/** @param {Contract} contract @param {Json} operation @param {string} status @returns {[string, string][]} */
function answerOf(contract, operation, status) {
  return membersOf(contract, operation.responses[status]?.content?.['application/json'])
}

/** The members of a body, with their descriptions. @param {Contract} contract @param {Json | undefined} media @returns {[string, string][]} */
function membersOf(contract, media) {
  if (!media?.schema) return []
  const schema = resolved(contract, media.schema)
  const required = new Set(schema.required ?? [])
  return Object.entries(schema.properties ?? {})
    .filter(([name]) => !name.includes('.'))
    .map(([name, property]) => {
      const whole = resolved(contract, property)
      const values = whole.enum ? ` (${whole.enum.join(', ')})` : ''
      return [required.has(name) ? name : `${name}?`, `${property.description ?? whole.description ?? ''}${values}`]
    })
}

/** @param {string} title @param {[string, string][]} rows */
function table(title, rows) {
  if (rows.length === 0) return []
  return [
    '',
    `| ${title} | |`,
    '|---|---|',
    ...rows.map(([name, text]) => `| \`${name}\` | ${text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').trim()} |`),
  ]
}
