import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rootCertificates } from 'node:tls'
import { makeKeystore } from './keystore.ts'

/** Files by which programs trust an authority. */
export interface TrustFiles {
  /** The authority alone, and those that the environment adds to Node's. */
  readonly authority: string
  /** The authority and those of the system. */
  readonly bundle: string
  /** The same for Java. */
  readonly keystore: string
  /** A folder with settings of PHP. */
  readonly php: string
  readonly remove: () => Promise<void>
}

/** Where systems have a file with all authorities. */
const SYSTEM_BUNDLES = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
]

/** Variables that replace the authorities of a program. What they name is trusted further on. */
const REPLACING = ['SSL_CERT_FILE', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE', 'GIT_SSL_CAINFO']

type Environment = Readonly<Record<string, string | undefined>>

/** Writes the files into a folder that only this user can read. */
export async function writeTrust(certificate: string, env: Environment): Promise<TrustFiles> {
  const folder = await mkdtemp(join(tmpdir(), 'maildouble-run-'))
  const own = `${certificate}${readNamed(['NODE_EXTRA_CA_CERTS'], env)}`
  const bundle = `${own}\n${readNamed(REPLACING, env)}\n${readSystem()}\n`
  const files = {
    authority: join(folder, 'authority.pem'),
    bundle: join(folder, 'bundle.pem'),
    keystore: join(folder, 'keystore.jks'),
    php: join(folder, 'php'),
  }
  await mkdir(files.php, { mode: 0o700 })
  await Promise.all([
    writeFile(files.authority, own, PRIVATE),
    writeFile(files.bundle, bundle, PRIVATE),
    writeFile(files.keystore, makeKeystore(bundle), PRIVATE),
  ])
  return { ...files, remove: () => rm(folder, { recursive: true, force: true }) }
}

export const PRIVATE = { mode: 0o600 }

function readNamed(names: readonly string[], env: Environment): string {
  const files = new Set(names.map((name) => env[name]).filter((file) => file !== undefined && existsSync(file)))
  return [...files].map((file) => readFileSync(file as string, 'utf8')).join('\n')
}

/** The authorities of the system, or those of Node if it has no file of them. */
function readSystem(): string {
  const file = SYSTEM_BUNDLES.find((path) => existsSync(path))
  return file === undefined ? rootCertificates.join('\n') : readFileSync(file, 'utf8')
}
