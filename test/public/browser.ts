import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Browser } from 'playwright-core'

const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The path of a browser on this machine, if there is one. */
export const browserPath: string | undefined = (process.env['PATH'] ?? '')
  .split(':')
  .flatMap((folder) => NAMES.map((name) => join(folder, name)))
  .find(isExecutable)

/** Whether browser tests are skipped: only if no browser is installed, and never in runs meant for them. */
export const withoutBrowser = browserPath === undefined && ['', '0', 'false', undefined].includes(process.env['CI'])

if (withoutBrowser) console.warn(`Tests in a browser are skipped: there is none of ${NAMES.join(', ')} in PATH.`)

/** Launches the browser of this machine. */
export function openBrowser(): Promise<Browser> {
  if (browserPath === undefined) throw new Error(`There is none of ${NAMES.join(', ')} in PATH. Install Debian's chromium.`)
  // Chromium refuses to run as root with its sandbox.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return chromium.launch({ executablePath: browserPath, args })
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
