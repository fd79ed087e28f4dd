import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openValkeyStore } from '../../../src/server/persistence/valkey/valkey-store.ts'
import { serveProcess } from '../../server/program.ts'
import { freePort } from '../../servers/free-port.ts'
import { startValkey, type ValkeyServer, withoutValkey } from '../../servers/valkey.ts'

/** The allowed credentials, and how a URL states them. */
const USER = ['--user', 'team', 'on', '>p@ss:1', '~*', '&*', '+@all']
const LOGIN = 'team:p%40ss%3A1'

// A process reads its trusted certificates at startup, so the program is bundled first.
describe.skipIf(withoutValkey)('a store that uses TLS', () => {
  let folder: string
  let valkey: ValkeyServer
  let port: number

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'maildouble-tls-'))
    makeCertificates(folder)
    port = await freePort()
    const files = ['--tls-cert-file', 'server.crt', '--tls-key-file', 'server.key', '--tls-ca-cert-file', 'ca.crt']
    const given = files.map((each) => (each.startsWith('--') ? each : join(folder, each)))
    const options = ['--bind', '127.0.0.1', '::1', '--tls-port', String(port), '--tls-auth-clients', 'no', ...given, ...USER]
    valkey = await startValkey({ options })
  })
  afterAll(async () => {
    await valkey?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** The output of a process with the given store and trusted certificates. */
  async function served(store: string, trusted = 'ca.crt'): Promise<string> {
    const serve = await serveProcess(['--log', 'json', '--store', store], { NODE_EXTRA_CA_CERTS: join(folder, trusted) })
    onTestFinished(async () => {
      serve.child.kill('SIGKILL')
      await serve.ended
    })
    await Promise.race([serve.printed(/"type":"listening".*\n/).catch(() => {}), serve.ended])
    return serve.out() + serve.err()
  }

  test.each([
    ['by host name', 'localhost', 2],
    ['by IPv6 address', '[::1]', 3],
  ])(
    'a store that uses TLS works %s, with a user, a password and a database, if its certificate is trusted',
    async (_how, host, database) => {
      expect(await served(`rediss://${LOGIN}@${host}:${port}/${database}`)).toContain('"type":"listening"')
      expect(String(await valkey.ask('INFO', 'keyspace'))).toContain(`db${database}:keys=`)
    },
  )

  test('a store that uses TLS rejects a wrong password without repeating it', async () => {
    const said = await served(`valkeys://team:secret@localhost:${port}/0`)
    expect(said).toContain('the server rejects the user or the password')
    expect(said).not.toContain('secret')
  })

  test('a store that uses TLS rejects a host name that is not in the certificate', async () => {
    expect(await served(`rediss://${LOGIN}@127.0.0.1:${port}`)).toContain('its certificate is for another name')
  })

  test('a store that uses TLS rejects an untrusted certificate', async () => {
    await expect(openValkeyStore(`rediss://${LOGIN}@localhost:${port}`)).rejects.toThrow(
      'its certificate is not trusted; NODE_EXTRA_CA_CERTS can name one that is',
    )
  })

  test('a store that uses TLS reports a client without TLS, and a client with TLS reports a server without', async () => {
    await expect(openValkeyStore(`redis://${LOGIN}@127.0.0.1:${port}`)).rejects.toThrow(
      'If the server requires TLS, the address must begin with',
    )
    await expect(openValkeyStore(`rediss://${LOGIN}@127.0.0.1:${valkey.port}`)).rejects.toThrow('TLS')
  })
})

/**
 * A certificate authority and a certificate by it for `localhost` and this machine's IPv6 address, but not for its IPv4 address.
 */
function makeCertificates(folder: string): void {
  const openssl = (...args: readonly string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
  const request = ['req', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  openssl(...request, '-x509', '-days', '2', '-subj', '/CN=An authority', '-keyout', 'ca.key', '-out', 'ca.crt')
  openssl(...request, '-subj', '/CN=localhost', '-keyout', 'server.key', '-out', 'server.csr')
  writeFileSync(join(folder, 'names'), 'subjectAltName=DNS:localhost,IP:::1')
  const signed = ['-CA', 'ca.crt', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', 'names', '-days', '2']
  openssl('x509', '-req', '-in', 'server.csr', ...signed, '-out', 'server.crt')
}
