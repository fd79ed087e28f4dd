import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, get, type IncomingMessage, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { freePort } from '../servers/free-port.ts'
import { haproxyPath, SHIPPED, withoutHaproxy } from '../servers/haproxy.ts'

/** All on this machine and on one port, as the processes of a cluster are. */
const ADDRESSES = ['127.0.0.1', '127.0.0.2', '127.0.0.3']

/** A fake name server: a name has the addresses in a file. */
const GETENT = '#!/bin/sh\nwhile read -r address; do echo "$address STREAM $2"; echo "$address DGRAM"; done <"$ADDRESSES_FILE"\n'

describe.skipIf(withoutHaproxy)('a balancer that follows a host name', () => {
  let folder: string
  let servers: Server[]
  let script: ChildProcess
  let said = ''
  let port: number

  const have = (...addresses: readonly string[]): void => {
    writeFileSync(join(folder, 'addresses'), addresses.map((address) => `${address}\n`).join(''))
  }
  /** The process that answers a call over a new connection: one that was idle during a reload is answered once more as before. */
  const answererOf = async (world: string): Promise<string> => {
    const url = `http://127.0.0.1:${port}/_worlds/${world}/3.0/ping`
    const answer = new Promise<IncomingMessage>((resolve, reject) => get(url, { agent: false }, resolve).on('error', reject))
    return text(await answer)
  }
  /** Which process answers calls of a hundred worlds. */
  const answerers = async (): Promise<string[]> => {
    const found = await Promise.all(Array.from({ length: 100 }, (_, i) => answererOf(`w${i}`))).catch(() => [])
    return [...new Set(found)].toSorted()
  }

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'maildouble-follow-'))
    writeFileSync(join(folder, 'getent'), GETENT, { mode: 0o755 })
    have()
    const at = await freePort()
    servers = ADDRESSES.map((address) => createServer((_, answer) => answer.end(address)).listen(at, address))
    await Promise.all(servers.map((server) => once(server, 'listening')))
    port = await freePort()
    script = spawn('/bin/sh', [join(SHIPPED, 'follow.sh'), 'processes.test', String(at)], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        PATH: `${folder}:${dirname(haproxyPath ?? '')}:${process.env['PATH']}`,
        ADDRESSES_FILE: join(folder, 'addresses'),
        FOLLOW_SECONDS: '0.05',
        FOLLOW_LIST: join(folder, 'processes.cfg'),
        MAILDOUBLE_LISTEN: `127.0.0.1:${port}`,
      },
    })
    said = ''
    script.stderr?.on('data', (chunk: Buffer) => (said += String(chunk)))
  })
  afterEach(async () => {
    if (script.exitCode === null) {
      const ended = once(script, 'exit')
      script.kill('SIGTERM')
      await ended
    }
    servers.forEach((server) => server.close())
    servers.forEach((server) => server.closeAllConnections())
    rmSync(folder, { recursive: true })
  })

  test('a balancer that follows a host name waits for the first address, adds and removes processes with their addresses, and exits on a signal', async () => {
    await expect.poll(() => said).toContain('processes.test has no address yet.')
    have('127.0.0.1', '127.0.0.2')
    await expect.poll(answerers).toEqual(['127.0.0.1', '127.0.0.2'])
    have('127.0.0.3', '127.0.0.2')
    await expect.poll(answerers).toEqual(['127.0.0.2', '127.0.0.3'])
    await expect.poll(() => said).toContain('processes.test is now 127.0.0.2:')
    // An unreachable name server returns no addresses.
    have()
    expect(await answerers()).toEqual(['127.0.0.2', '127.0.0.3'])
    const ended = once(script, 'exit')
    script.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    expect(await answerers()).toEqual([])
  })
})

test('the script follow.sh is mounted into HAProxy by compose and Kubernetes from its own file', () => {
  expect(readFileSync('deploy/compose.yaml', 'utf8')).toContain("'./haproxy:/etc/maildouble:ro'")
  expect(readFileSync('deploy/helm/templates/balancer.yaml', 'utf8')).toContain('follow.sh')
})
