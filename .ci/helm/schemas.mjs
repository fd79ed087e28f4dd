// The published schemas of Kubernetes and of the Prometheus operator.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { strFromU8, unzipSync } from 'fflate'

/** @typedef {import('./objects.mjs').KubernetesObject} KubernetesObject */
/** @typedef {(object: unknown) => boolean} Check */

/**
 * A function that throws if an object is invalid for a version of Kubernetes. Unknown members are invalid as well.
 *
 * @param {string} cache @param {string} version
 * @returns {Promise<(name: string, objects: readonly KubernetesObject[]) => void>}
 */
export async function schemasOf(cache, version) {
  const folder = `kubernetes_validate/kubernetes-json-schema/v${version}-local-strict/`
  const [wheel = ''] = readdirSync(join(cache, 'schemas')).filter((name) => name.endsWith('.whl'))
  const files = unzipSync(readFileSync(join(cache, 'schemas', wheel)), { filter: ({ name }) => name.startsWith(folder) })
  const read = (/** @type {string} */ name) => JSON.parse(strFromU8(files[folder + name] ?? new Uint8Array()) || 'null')
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
  ajv.addSchema(read('_definitions.json'), '/api/_definitions.json')
  const monitor = join(cache, 'node_modules/@kubernetes-models/prometheus-operator/_schemas', MONITOR)
  const { validate: validateMonitor } = await import(pathToFileURL(monitor).href)
  /** @type {Map<string, any>} */
  const known = new Map([['monitoring.coreos.com/v1 ServiceMonitor', validateMonitor]])
  return (name, objects) => {
    for (const object of objects) {
      const { apiVersion, kind, metadata } = object
      const type = `${apiVersion} ${kind}`
      if (!known.has(type)) {
        const schema = read(`${kind.toLowerCase()}-${apiVersion.replace(/^([^./]*)(\.[^/]*)?\//, '$1-')}.json`)
        if (!schema) throw new Error(`Kubernetes ${version} has no ${type}.`)
        known.set(type, ajv.compile(schema))
      }
      const check = known.get(type)
      if (check(object)) continue
      throw new Error(`${name}: ${kind} ${metadata.name} is invalid for Kubernetes ${version}: ${ajv.errorsText(check.errors)}`)
    }
  }
}

const MONITOR = 'ComGithubPrometheusOperatorPrometheusOperatorPkgApisMonitoringV1ServiceMonitor.js'
