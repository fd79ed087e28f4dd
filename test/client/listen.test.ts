import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { listenForWebhooks } from '../../src/kit/client/receiver/listen.ts'

// Only Linux has more than one address of loopback.
test.runIf(process.platform === 'linux').each([
  ['127.0.0.1', true],
  ['localhost', true],
  ['host.docker.internal', false],
])('a receiver with the host %s leaves other addresses of the machine alone: %s', async (host, isFree) => {
  const { origin, close } = await listenForWebhooks(() => new Response(), { host })
  expect(new URL(origin).hostname).toBe(host)
  const other = createServer().listen(Number(new URL(origin).port), '127.0.0.2')
  expect(
    await once(other, 'listening').then(
      () => true,
      ({ code }: NodeJS.ErrnoException) => code,
    ),
  ).toBe(isFree || 'EADDRINUSE')
  other.close()
  await close()
})
