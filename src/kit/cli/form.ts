import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { version } from '../../kernel/contract/generated/version.ts'

/** A file in dist/ with the form of an installation, such as `executable for linux-x64`. npm installs none. */
const FORM = fileURLToPath(new URL('../form', import.meta.url))

/** Whether this is a single executable, which finds no packages of a project. */
export function isExecutable(form: string = readForm()): boolean {
  return form.startsWith('executable')
}

function readForm(): string {
  return existsSync(FORM) ? readFileSync(FORM, 'utf8').trim() : 'npm package'
}

/** The version, the form of the installation, and the version of Node. */
export function versionText(): string {
  return `${version} (${readForm()}, Node ${process.version})`
}
