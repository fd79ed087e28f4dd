// Node loads this module before a program that `maildouble run` starts.
import { PRELOAD, type PreloadOptions } from './preload-options.ts'

const text = process.env[PRELOAD]
// A Node with this option reads the variables for proxies itself.
if (text && !process.allowedNodeEnvironmentFlags.has('--use-env-proxy')) {
  const options = JSON.parse(text) as PreloadOptions
  if (options.hosts.length > 0 || options.isOffline) (await import('./intercept-for-proxy.ts')).interceptForProxy(options)
}
