import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { delimiter, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { KEYSTORE_PASSWORD } from './keystore.ts'
import { PRELOAD, type PreloadOptions } from './preload-options.ts'
import { PRIVATE, type TrustFiles } from './trust.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Calls to this machine need no proxy. */
const LOCAL = ['localhost', '127.0.0.1', '::1']

/**
 * The environment variables by which programs of all languages call through a proxy of this machine, and trust its authority. Options
 * that a variable already has are kept.
 */
export async function makeVariables(
  port: number,
  files: TrustFiles,
  { hosts, isOffline }: Omit<PreloadOptions, 'proxy'>,
  env: Environment,
): Promise<Readonly<Record<string, string>>> {
  const proxy = `http://127.0.0.1:${port}`
  await writePhp(port, files)
  return {
    ...setBothCases('HTTPS_PROXY', proxy),
    ...setBothCases('HTTP_PROXY', proxy),
    ...setBothCases('NO_PROXY', LOCAL.join(',')),
    NODE_EXTRA_CA_CERTS: files.authority,
    NODE_USE_ENV_PROXY: '1',
    NODE_OPTIONS: joinOptions(env['NODE_OPTIONS'], `--import ${pathToFileURL(findPreload()).href}`),
    [PRELOAD]: JSON.stringify({ proxy, hosts, isOffline } satisfies PreloadOptions),
    SSL_CERT_FILE: files.bundle,
    REQUESTS_CA_BUNDLE: files.bundle,
    CURL_CA_BUNDLE: files.bundle,
    GIT_SSL_CAINFO: files.bundle,
    JAVA_TOOL_OPTIONS: joinOptions(env['JAVA_TOOL_OPTIONS'], ...listJavaOptions(port, files)),
    // An empty folder in the list stands for PHP's own one.
    PHP_INI_SCAN_DIR: `${env['PHP_INI_SCAN_DIR'] ?? ''}${delimiter}${files.php}`,
  }
}

/** Some programs read one case only. */
function setBothCases(name: string, value: string): Readonly<Record<string, string>> {
  return { [name]: value, [name.toLowerCase()]: value }
}

function joinOptions(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join(' ')
}

/** Java reads no variables for proxies, and has authorities of its own. */
function listJavaOptions(port: number, { keystore }: TrustFiles): readonly string[] {
  const properties = {
    'https.proxyHost': '127.0.0.1',
    'https.proxyPort': port,
    'http.proxyHost': '127.0.0.1',
    'http.proxyPort': port,
    'http.nonProxyHosts': 'localhost|127.*|[::1]',
    'javax.net.ssl.trustStore': keystore,
    'javax.net.ssl.trustStoreType': 'JKS',
    'javax.net.ssl.trustStorePassword': KEYSTORE_PASSWORD,
  }
  return Object.entries(properties).map(([name, value]) => quote(`-D${name}=${value}`))
}

function quote(option: string): string {
  return /\s/.test(option) ? `"${option}"` : option
}

/** PHP's curl reads variables for proxies, but none for authorities, and its streams read none for proxies. */
async function writePhp(port: number, { bundle, php }: TrustFiles): Promise<void> {
  const prepended = join(php, 'proxy.php')
  const ini = `curl.cainfo="${bundle}"\nopenssl.cafile="${bundle}"\nauto_prepend_file="${prepended}"\n`
  const code = `<?php\nstream_context_set_default(['http' => ['proxy' => 'tcp://127.0.0.1:${port}', 'request_fulluri' => true]]);\n`
  await Promise.all([writeFile(join(php, 'maildouble.ini'), ini, PRIVATE), writeFile(prepended, code, PRIVATE)])
}

/** The module that each Node loads first. After bundling, this code is in an entry or in a chunk one folder below. */
function findPreload(): string {
  const here = import.meta.dirname
  if (import.meta.url.endsWith('.ts')) return join(here, 'preload.ts')
  const beside = resolve(here, 'preload.js')
  return existsSync(beside) ? beside : resolve(here, '../preload.js')
}
