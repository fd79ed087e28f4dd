// Writes the types and calls of the control API in Python, for kits/python, and its synchronous client, which is made from the asynchronous one.
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { clientNames } from './client-names.mjs'
import { pythonCallsOf } from './python-calls.mjs'
import { pythonTypesOf } from './python-types.mjs'

/** @typedef {import('./spec.mjs').Contract} Contract */

/** The folder of the kit's modules, from the root of the repository. */
export const PYTHON_SOURCE = 'kits/python/src/maildouble'

/** What is written by hand, and becomes the synchronous client. */
const ASYNCHRONOUS = resolve(import.meta.dirname, '..', PYTHON_SOURCE, '_aio')

/** The module of the calls, which is made and not written by hand. */
const CALLS = 'calls.py'

/** What makes synchronous code of asynchronous code, in this order. @type {readonly (readonly [RegExp, string])[]} */
const SYNCHRONOUS = [
  [/\basync (def|with|for)\b/g, '$1'],
  [/\bawait /g, ''],
  [/\b_aio\b/g, '_sync'],
  [/\bAsync(?=[A-Z])/g, ''],
  [/\basync_(?=\w)/g, ''],
  [/\b__a(enter|exit|iter|next)__\b/g, '__$1__'],
  [/\baclose\b/g, 'close'],
]

/** The files, by their names in the folder. @param {{ service: Contract, control: Contract, pages: Contract }} contracts @returns {Readonly<Record<string, string>>} */
export function pythonContract({ service, control, pages }) {
  const calls = pythonCallsOf(control)
  const written = readdirSync(ASYNCHRONOUS).filter((name) => name.endsWith('.py') && name !== CALLS)
  const modules = [[CALLS, calls], ...written.map((name) => [name, readFileSync(join(ASYNCHRONOUS, name), 'utf8')])]
  return {
    'types.py': pythonTypesOf(control, clientNames(service, pages)),
    [`_aio/${CALLS}`]: calls,
    ...Object.fromEntries(modules.map(([name, code = '']) => [`_sync/${name}`, synchronous(code)])),
  }
}

/** @param {string} text */
function synchronous(text) {
  return SYNCHRONOUS.reduce((code, [pattern, replacement]) => code.replaceAll(pattern, replacement), text)
}
