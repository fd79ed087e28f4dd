import { installGate } from '../intercept/gate.ts'
import { isThisMachine } from '../intercept/hosts.ts'
import { activate } from '../intercept/interceptions.ts'
import { rulesOf } from '../intercept/rules.ts'
import type { PreloadOptions } from './preload-options.ts'

/** Sends the calls of this process for the named hosts to the proxy; offline, which refuses the others, all calls. */
export function interceptForProxy({ proxy, hosts, isOffline }: PreloadOptions): void {
  const rules = rulesOf(proxy, { host: isOffline ? (url) => !isThisMachine(url) : hosts, paths: ['/'] })
  activate({ ...rules, destination: { ...rules.destination, isProxy: true } })
  installGate()
}
