// Node loads this module before a program that `maildouble run` starts. A Node that reads the variables for proxies itself does so for
// `fetch` and its own agents only, and libraries bring others.
import { installGate } from '../intercept/gate.ts'
import { isThisMachine } from '../intercept/hosts.ts'
import { activate } from '../intercept/interceptions.ts'
import { parseRules } from '../intercept/rules.ts'
import { PRELOAD, type PreloadOptions } from './preload-options.ts'

const text = process.env[PRELOAD]
if (text) {
  const { proxy, hosts, isOffline } = JSON.parse(text) as PreloadOptions
  // Offline, the proxy gets all calls, and refuses those for other hosts.
  const rules = parseRules(proxy, { host: isOffline ? (url) => !isThisMachine(url) : hosts, paths: ['/'] })
  activate({ ...rules, destination: { ...rules.destination, isProxy: true } })
  installGate()
}
