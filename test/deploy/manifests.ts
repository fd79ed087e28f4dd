import { readFileSync } from 'node:fs'
import { parseAllDocuments } from 'yaml'
import type { Body } from '../mock.ts'

/** The documents of a Kubernetes or compose file as plain values. */
export function documentsIn(file: string): Body[] {
  return parseAllDocuments(readFileSync(file, 'utf8'), { merge: true }).map((document) => {
    expectNoErrors(file, document.errors)
    return document.toJS() as Body
  })
}

function expectNoErrors(file: string, errors: readonly Error[]): void {
  if (errors.length > 0) throw new Error(`${file}: ${errors.map(({ message }) => message).join('\n')}`)
}

/** A configuration file without its comments. */
export function directivesIn(file: string): string {
  return readFileSync(file, 'utf8').replaceAll(/^\s*#.*$/gm, '')
}
