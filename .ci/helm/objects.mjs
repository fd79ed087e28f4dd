// Kubernetes objects.
import { parseAllDocuments } from 'yaml'

/** @typedef {{ apiVersion: string, kind: string, metadata: { name: string, namespace?: string, labels?: Record<string, string> }, spec?: any, data?: any, type?: string }} KubernetesObject */

/** The objects in the output of helm. @param {string} text @returns {KubernetesObject[]} */
export function objectsIn(text) {
  return parseAllDocuments(text).flatMap((document) => {
    if (document.errors.length > 0) throw new Error(document.errors.map(({ message }) => message).join('\n'))
    const object = document.toJS()
    return object === null ? [] : [object]
  })
}
