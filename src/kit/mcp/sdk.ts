import type * as Sdk from '@modelcontextprotocol/server'
import type * as Stdio from '@modelcontextprotocol/server/stdio'

const NAME = '@modelcontextprotocol/server'

/** The SDK is not installed. The message says how to install it. */
export class MissingSdk extends Error {
  static {
    this.prototype.name = 'MissingSdk'
  }
}

/** Loads the SDK, a package that projects install themselves. Throws an error with the install command. */
export function loadSdk(load = () => import('@modelcontextprotocol/server')): Promise<typeof Sdk> {
  return load().catch(rejectMissing)
}

/** Loads the part of the SDK for standard input and output. */
export function loadStdio(): Promise<typeof Stdio> {
  return import('@modelcontextprotocol/server/stdio').catch(rejectMissing)
}

function rejectMissing(error: unknown): never {
  const isMissing =
    error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND' && error.message.includes(NAME)
  if (!isMissing) throw error
  throw new MissingSdk(
    `assistants are served by the package ${NAME}, which is not installed. Install it: npm install --save-dev ${NAME}@2\n` +
      `Or run both without installing them: npx -y -p maildouble -p ${NAME}@2 maildouble mcp`,
  )
}
