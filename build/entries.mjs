// The entries of the package and their sources.
import { resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..')

/** Entries that can be imported, by the name of their file in dist/. */
export const PUBLIC = {
  index: resolve(ROOT, 'src/index.ts'),
  client: resolve(ROOT, 'src/kit/client/index.ts'),
  vitest: resolve(ROOT, 'src/kit/testing/vitest.ts'),
  'vitest-setup': resolve(ROOT, 'src/kit/testing/vitest-setup.ts'),
  playwright: resolve(ROOT, 'src/kit/testing/playwright.ts'),
  intercept: resolve(ROOT, 'src/kit/intercept/index.ts'),
  openapi: resolve(ROOT, 'src/kit/openapi/index.ts'),
}

const { index, ...kit } = PUBLIC

/** The server, imported or started from the command line. */
export const SERVER = { index, cli: resolve(ROOT, 'src/kit/cli/main.ts') }

/** Entries for test suites. They import the server dynamically, only when they start one. */
export const KIT = kit

/** What Node loads before a program that `maildouble run` starts. */
export const PRELOAD = { preload: resolve(ROOT, 'src/kit/proxy/preload.ts') }

/** The command line, without the command that is given. */
export const COMMAND_LINE = resolve(ROOT, 'src/kit/cli/command-line.ts')

/** The parts of the server that both of its entries need. */
export const SERVER_PARTS = ['start', 'create-double', 'version'].map((name) => resolve(ROOT, `src/kit/double/${name}.ts`))

/** The control API, which is loaded at its first call. */
export const CONTROL = resolve(ROOT, 'src/server/control/api.ts')

/** The handlers of lists and members. */
export const FIRST_CALLS = ['lists/operations', 'lists/batch-subscribe', 'members/operations'].map((name) =>
  resolve(ROOT, `src/service/resources/${name}.ts`),
)
