// Kubernetes objects, and what of them depends on the program that deploys them.
import { parseAllDocuments } from 'yaml'

/** @typedef {{ apiVersion: string, kind: string, metadata: { name: string, namespace?: string, labels?: Record<string, string> }, spec?: any, data?: any, type?: string }} KubernetesObject */

/** The objects in the output of helm or kubectl. @param {string} text @returns {KubernetesObject[]} */
export function objectsIn(text) {
  return parseAllDocuments(text).flatMap((document) => {
    if (document.errors.length > 0) throw new Error(document.errors.map(({ message }) => message).join('\n'))
    const object = document.toJS()
    return object === null ? [] : [object]
  })
}

/** Labels that only Helm sets. */
const OF_HELM = new Set([
  'helm.sh/chart',
  'app.kubernetes.io/managed-by',
  'app.kubernetes.io/version',
  'app.kubernetes.io/instance',
])
const isOfHelm = (/** @type {string} */ name) => OF_HELM.has(name)

/** Labels of selectors and pods, which the manifests need as well. */
const SELECTING = ['app.kubernetes.io/name', 'app.kubernetes.io/component']

/**
 * The objects by kind and name, without what depends on the program that deploys them: kustomize adds a digest to the names of
 * generated objects where Helm adds one to pods, and makes the namespace; Helm labels every object. A label of the manifests is
 * compared wherever the manifests set it.
 *
 * @param {readonly KubernetesObject[]} objects @param {readonly KubernetesObject[]} manifests
 */
export function withoutDeployer(objects, manifests) {
  const labelled = new Map(manifests.map((each) => [idOf(each), each.metadata.labels ?? {}]))
  const kept = objects
    .filter(({ kind }) => kind !== 'Namespace')
    .map((object) => {
      const { metadata, ...rest } = stripped(object)
      const wanted = labelled.get(idOf(object)) ?? {}
      const labels = Object.entries(metadata.labels ?? {}).filter(
        ([name]) => !isOfHelm(name) && (name in wanted || !SELECTING.includes(name)),
      )
      return [idOf(object), { ...rest, metadata: { ...metadata, labels: Object.fromEntries(labels) } }]
    })
  return Object.fromEntries(kept.toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1)))
}

/** @param {KubernetesObject} object */
function idOf({ kind, metadata }) {
  return `${kind} ${withoutDigest(metadata.name)}`
}

/** A name without the digest of kustomize. @param {string} text */
function withoutDigest(text) {
  return text.replace(/^(maildouble(?:-[a-z]+)?)-[a-z0-9]{10}$/, '$1')
}

/** A value without the labels and annotations of Helm, and without digests in names. @param {any} value @returns {any} */
function stripped(value) {
  if (typeof value === 'string') return withoutDigest(value)
  if (Array.isArray(value)) return value.map(stripped)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
    .filter(([name]) => name !== 'app.kubernetes.io/instance' && name !== 'checksum/configuration')
    .map(([name, each]) => [name, stripped(each)])
    // An object of annotations that is empty now was only those of Helm.
    .filter(([name, each]) => name !== 'annotations' || Object.keys(each).length > 0)
  return Object.fromEntries(entries)
}
