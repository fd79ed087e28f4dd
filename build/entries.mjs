// The entries of the package: what it exports, and where that comes from.
import { resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..')

/** What can be imported, by the name of its file in dist/. */
export const PUBLIC = {
  index: resolve(ROOT, 'src/index.ts'),
  client: resolve(ROOT, 'src/client/index.ts'),
  vitest: resolve(ROOT, 'src/testing/vitest.ts'),
  'vitest-setup': resolve(ROOT, 'src/testing/vitest-setup.ts'),
  playwright: resolve(ROOT, 'src/testing/playwright.ts'),
  intercept: resolve(ROOT, 'src/intercept/index.ts'),
}

const { index, ...kit } = PUBLIC

/** The server, in the process of whoever imports it and from the command line. */
export const SERVER = { index, cli: resolve(ROOT, 'src/cli/main.ts') }

/** What test suites load: it reaches the server, if at all, by importing it when it is asked to start one. */
export const KIT = kit

/** What both of them need of the server; the rest of the first is there for test suites. */
export const SERVER_PARTS = ['start', 'create-double', 'version'].map((name) => resolve(ROOT, `src/server/${name}.ts`))
