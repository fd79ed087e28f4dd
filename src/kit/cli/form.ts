import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { version } from '../../kernel/contract/generated/version.ts'

/** A file in dist/ with the form of an installation, such as `executable for linux-x64`. npm installs none. */
const FORM = fileURLToPath(new URL('../form', import.meta.url))

/** The version, the form of the installation, and the version of Node. */
export function versionText(): string {
  const form = existsSync(FORM) ? readFileSync(FORM, 'utf8').trim() : 'npm package'
  return `${version} (${form}, Node ${process.version})`
}
