// Number of requests a second that one core of HAProxy passes on, and the bytes of each.
import { createServer } from 'node:net'
import { childrenOf, cpuMs } from './cpu.mjs'
import { load, makeWorlds } from './load.mjs'
import { json } from './measure.mjs'
import { freePort, startBare, startDouble } from './server.mjs'
import { startHaproxy } from './store-servers.mjs'

const CONNECTIONS = 48

/** With the shipped configuration, in front of a bare server that sends what the double would. @param {number} seconds */
export async function passedByHaproxy(seconds) {
  const double = await startDouble([])
  const places = await makeWorlds(double.url, 1)
  const list = await json(`${double.url}/3.0/lists/aaaaaaaaaa`)
  const { bytes } = await load(double.url, places, { connections: CONNECTIONS, seconds: 1, posts: 1 })
  await double.stop()

  const bare = await startBare([{ method: 'GET', path: '/3.0/lists/:list_id', body: list }])
  const haproxy = await startHaproxy([bare.url])
  // The bare server knows no worlds.
  const worlds = places.map((place) => ({ ...place, path: '' }))
  await load(haproxy.url, worlds, { connections: CONNECTIONS, seconds: 1, posts: 0 })
  const pids = [haproxy.pid, ...childrenOf(haproxy.pid)]
  const [before, began] = [cpuMs(pids), performance.now()]
  const { rate, calls } = await load(haproxy.url, worlds, { connections: CONNECTIONS, seconds, posts: 0 })
  const cpu = cpuMs(pids) - before
  const taken = performance.now() - began
  await haproxy.stop()
  await bare.stop()
  return { rate, cores: cpu / taken, aCore: (calls * 1_000) / cpu, bytes: bytes + (await requestBytes()) }
}

/** The requests of the load, nine of ten of which read. */
async function requestBytes() {
  const port = await freePort()
  let [bytes, requests] = [0, 0]
  const answer = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      bytes += chunk.length
      requests++
      socket.write(answer)
    })
  }).listen(port, '127.0.0.1')
  const place = { id: 'bench-1', path: '/_worlds/bench-1', key: '0123456789abcdef0123456789abcdef-dc1' }
  await load(`http://127.0.0.1:${port}`, [place], { connections: 1, posts: 1, amount: 100 })
  server.close()
  return bytes / requests
}
