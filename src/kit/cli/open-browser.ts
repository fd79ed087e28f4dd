import { spawn } from 'node:child_process'

/** The program that opens an address, and its arguments before the address, by platform. */
const OPENERS: { readonly [platform: string]: readonly [program: string, ...before: string[]] } = {
  darwin: ['open'],
  // An empty title, since `start` takes the first quoted argument for one.
  win32: ['cmd', '/c', 'start', '""'],
}

/** Opens an address in the browser of this machine. If there is none, the address is logged instead. */
export function openBrowser(url: string, log: (message: string) => void): void {
  const [program, ...before] = OPENERS[process.platform] ?? ['xdg-open']
  const opener = spawn(program, [...before, url], { stdio: 'ignore', detached: true })
  opener.once('error', () => log(`No program was found that opens a browser. The inspector is at ${url}`))
  opener.unref()
}
