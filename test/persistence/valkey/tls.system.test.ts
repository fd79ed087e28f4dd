import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openValkeyStore } from '../../../src/persistence/valkey/valkey-store.ts'
import { serveProcess } from '../../server/program.ts'
import { freePort } from '../../servers/free-port.ts'
import { startValkey, type ValkeyServer, withoutValkey } from '../../servers/valkey.ts'

/** Who may come in, and how he says so in an address. */
const USER = ['--user', 'team', 'on', '>p@ss:1', '~*', '&*', '+@all']
const LOGIN = 'team:p%40ss%3A1'

// Whom a process trusts it is told at its start, so that the program is bundled for it first.
describe.skipIf(withoutValkey)('a store that speaks TLS', () => {
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

  /** What a process says that is given a store, and whom it trusts. */
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
    ['by its name', 'localhost', 2],
    ['by its address of IPv6', '[::1]', 3],
  ])('is used %s, with a user, a password and a database, if its certificate is trusted', async (_how, host, database) => {
    expect(await served(`rediss://${LOGIN}@${host}:${port}/${database}`)).toContain('"type":"listening"')
    expect(String(await valkey.ask('INFO', 'keyspace'))).toContain(`db${database}:keys=`)
  })

  test('refuses a password that is wrong, which is not repeated', async () => {
    const said = await served(`valkeys://team:secret@localhost:${port}/0`)
    expect(said).toContain('the server rejects the user or the password')
    expect(said).not.toContain('secret')
  })

  test('is not used by a name that its certificate does not have', async () => {
    expect(await served(`rediss://${LOGIN}@127.0.0.1:${port}`)).toContain('its certificate is for another name')
  })

  test('is not used if nobody has said that its certificate is to be trusted', async () => {
    await expect(openValkeyStore(`rediss://${LOGIN}@localhost:${port}`)).rejects.toThrow(
      'its certificate is not trusted; NODE_EXTRA_CA_CERTS can name one that is',
    )
  })

  test('says so to who comes without it, and so does one that speaks none to who comes with it', async () => {
    await expect(openValkeyStore(`redis://${LOGIN}@127.0.0.1:${port}`)).rejects.toThrow(
      'If the server requires TLS, the address must begin with',
    )
    await expect(openValkeyStore(`rediss://${LOGIN}@127.0.0.1:${valkey.port}`)).rejects.toThrow('TLS')
  })
})

/** An authority of its own, and a certificate by it for `localhost` and the IPv6 address of this machine, but not for that of IPv4. */
function makeCertificates(folder: string): void {
  const openssl = (...args: readonly string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
  const request = ['req', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  openssl(...request, '-x509', '-days', '2', '-subj', '/CN=An authority', '-keyout', 'ca.key', '-out', 'ca.crt')
  openssl(...request, '-subj', '/CN=localhost', '-keyout', 'server.key', '-out', 'server.csr')
  writeFileSync(join(folder, 'names'), 'subjectAltName=DNS:localhost,IP:::1')
  const signed = ['-CA', 'ca.crt', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', 'names', '-days', '2']
  openssl('x509', '-req', '-in', 'server.csr', ...signed, '-out', 'server.crt')
}
