import { hmac } from '../../kernel/support/digest.ts'
import type { Credentials } from '../../kernel/world/world.ts'
import type { GivenCredentials } from './world-options.ts'

const DATACENTER = 'dc1'

/** The credentials of a world. A credential that is not given is derived from the seed and the id of the world. */
export function makeCredentials(
  seed: string,
  id: string,
  { api_key, oauth = {} }: GivenCredentials,
  dc = DATACENTER,
): Credentials {
  refuseBlank({ api_key, client_id: oauth.client_id, client_secret: oauth.client_secret })
  const secret = (name: string) => hmac(`${seed}/${id}`, name)
  return {
    api_key: api_key ?? `${secret('api_key').slice(0, 32)}-${dc}`,
    dc: api_key?.slice(api_key.lastIndexOf('-') + 1) ?? dc,
    client_id: oauth.client_id ?? secret('client_id').slice(0, 12),
    client_secret: oauth.client_secret ?? secret('client_secret').slice(0, 48),
    redirect_uri: oauth.redirect_uri ?? 'http://127.0.0.1:3000/callback',
  }
}

/** Throws if a credential is blank, since a call with a blank key counts as a call without a key. */
function refuseBlank(credentials: { readonly [name: string]: string | undefined }): void {
  for (const [name, value] of Object.entries(credentials)) {
    if (value?.trim() === '')
      throw new Error(`The ${name} is empty or blank. Give a value, or leave it out to have one generated.`)
  }
}
