// The load on a Valkey or Redis by version queries and commits, and the maximum of each per second.
import { bundleInProcess, startSide } from './bundle.mjs'
import { cpuMs } from './cpu.mjs'
import { load, makeWorlds } from './load.mjs'
import { startDouble } from './server.mjs'
import { startValkey } from './store-servers.mjs'

const [WORLDS, CONNECTIONS] = [64, 64]

/** @typedef {{ calls: number, scriptUs: number, cpuUs: number, aofBytes: number }} Cost of one, by what the server counts and by its CPU time */

/**
 * The cost of a double's version queries (`hget`) or commits (`evalsha`) for Valkey. @param {'hget' | 'evalsha'} command @param
 * {number} seconds @returns {Promise<Cost>}
 */
export async function costOf(command, seconds) {
  const valkey = await startValkey('always')
  const double = await startDouble(['--store', valkey.url])
  const places = await makeWorlds(double.url, WORLDS)
  const how = { connections: CONNECTIONS, posts: command === 'hget' ? 0 : 10 }
  await load(double.url, places, { ...how, seconds: 1 })
  await valkey.ask('CONFIG', 'RESETSTAT')
  const [cpu, aof] = [cpuMs([valkey.pid]), await sizeOf(valkey)]
  await load(double.url, places, { ...how, seconds })
  const [cpuTaken, aofGrown] = [cpuMs([valkey.pid]) - cpu, (await sizeOf(valkey)) - aof]
  const stats = String(await valkey.ask('INFO', 'commandstats'))
  const [, calls = Number.NaN, us = Number.NaN] = (
    new RegExp(`cmdstat_${command}:calls=(\\d+),usec=(\\d+)`).exec(stats) ?? []
  ).map(Number)
  await double.stop()
  await valkey.stop()
  return { calls, scriptUs: us / calls, cpuUs: (cpuTaken * 1_000) / calls, aofBytes: aofGrown / calls }
}

/**
 * Number of version queries or commits a second that a Valkey handles from several processes that do nothing else. @param {'ask' |
 * 'write'} what @param {number} seconds
 */
export async function mostOf(what, seconds) {
  await bundleInProcess()
  const valkey = await startValkey('always')
  const sides = await Promise.all(
    [1, 2].map((side) => startSide('valkey-load-side.mjs', valkey.url, what, String(side), String(seconds))),
  )
  await valkey.stop()
  return sides.reduce((sum, { rate }) => sum + rate, 0)
}

/** @param {import('./store-servers.mjs').Valkey} valkey */
async function sizeOf(valkey) {
  return Number(/aof_current_size:(\d+)/.exec(String(await valkey.ask('INFO', 'persistence')))?.[1])
}
