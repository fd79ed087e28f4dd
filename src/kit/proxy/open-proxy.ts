import { makeAuthority } from './authority.ts'
import { type RunningProxy, startProxy } from './proxy.ts'
import { writeTrust } from './trust.ts'
import { makeVariables } from './variables.ts'

interface OpenedProxy extends Pick<RunningProxy, 'activity' | 'close'> {
  /** The variables by which a program uses the proxy. */
  readonly variables: Readonly<Record<string, string>>
}

interface OpenProxyOptions {
  readonly hosts: readonly string[]
  readonly target: string
  readonly isOffline: boolean
  /** The environment that the variables are added to. */
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Opens a proxy for one run of a program, with an authority that is gone when the proxy closes. */
export async function openProxy({ env, ...options }: OpenProxyOptions): Promise<OpenedProxy> {
  const authority = makeAuthority()
  const given = env['HTTPS_PROXY'] ?? env['https_proxy']
  const upstream = given !== undefined && URL.canParse(given) ? new URL(given) : undefined
  const proxy = await startProxy({ ...options, authority, upstream })
  const files = await writeTrust(authority.certificate, env)
  const close = async (): Promise<void> => {
    await Promise.all([proxy.close(), files.remove()])
  }
  return { activity: proxy.activity, variables: await makeVariables(proxy.port, files, options, env), close }
}
