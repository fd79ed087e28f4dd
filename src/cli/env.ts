import type { Target } from '../client/index.ts'
import type { World } from '../client/world.ts'
import type { EnvOptions } from './env-options.ts'
import { snippetFor } from './snippets.ts'
import { reached } from './target.ts'
import { written, type Variables } from './variables.ts'

/** Prints what leads an application to a world of a running server. */
export async function env(options: EnvOptions): Promise<void> {
  const { url, worlds } = await reached(options)
  const world = await worlds.get(options.world)
  const { controlToken } = options
  console.log(
    options.for === undefined
      ? written(variablesOf(world, { url, controlToken }), options.format)
      : snippetFor(options.for, world),
  )
}

/** The variables for a world: those by which the client finds the server, and those that an application is set up with. */
export function variablesOf(world: World, { url, controlToken }: Target): Variables {
  return {
    MAILDOUBLE_URL: String(url),
    ...(controlToken === undefined ? {} : { MAILDOUBLE_CONTROL_TOKEN: controlToken }),
    MAILDOUBLE_WORLD: world.id,
    MAILDOUBLE_BASE_URL: world.baseUrl,
    MAILDOUBLE_API_URL: `${world.baseUrl}/3.0`,
    MAILDOUBLE_API_KEY: world.apiKey,
    MAILDOUBLE_AUTH_URL: world.authUrl,
    MAILDOUBLE_OAUTH_CLIENT_ID: world.oauth.clientId,
    MAILDOUBLE_OAUTH_CLIENT_SECRET: world.oauth.clientSecret,
    MAILDOUBLE_OAUTH_REDIRECT_URI: world.oauth.redirectUri,
  }
}
