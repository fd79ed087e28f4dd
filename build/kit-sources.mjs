// `npm run kits`: makes what the kits for PHP, Java and Python have from the contract of the control API. Git ignores these files.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { JAVA_CONTRACT, javaContract } from './kit-java.mjs'
import { PHP_CONTRACT, phpContract } from './kit-php.mjs'
import { PYTHON_SOURCE, pythonContract } from './kit-python.mjs'
import { publishedDocument } from './published-document.mjs'
import { controlContract, publicContract, serviceContract } from './spec.mjs'

const ROOT = resolve(import.meta.dirname, '..')

const [service, control, pages] = await Promise.all([serviceContract(), controlContract(), publicContract()])
const published = publishedDocument(control)
// A class that the contract no longer has must not stay.
for (const folder of [PHP_CONTRACT, JAVA_CONTRACT, `${PYTHON_SOURCE}/_sync`])
  rmSync(join(ROOT, folder), { recursive: true, force: true })
writeFiles(PHP_CONTRACT, phpContract(published))
writeFiles(JAVA_CONTRACT, javaContract(published))
writeFiles(PYTHON_SOURCE, pythonContract({ service, control, pages }))

/** @param {string} folder @param {Readonly<Record<string, string>>} files */
function writeFiles(folder, files) {
  for (const [name, code] of Object.entries(files)) {
    const path = join(ROOT, folder, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, code)
  }
}
