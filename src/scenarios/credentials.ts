import { hmac } from '../support/digest.ts'
import type { Credentials } from '../world/world.ts'
import type { GivenCredentials } from './world-wish.ts'

const DATACENTER = 'dc1'

/** What applications sign in to a world with: a function of its seed and its id, as far as nothing is given. */
export function credentialsOf(seed: string, id: string, { api_key, oauth = {} }: GivenCredentials, dc = DATACENTER): Credentials {
  const secret = (name: string) => hmac(`${seed}/${id}`, name)
  return {
    api_key: api_key ?? `${secret('api_key').slice(0, 32)}-${dc}`,
    dc: api_key?.slice(api_key.lastIndexOf('-') + 1) ?? dc,
    client_id: oauth.client_id ?? secret('client_id').slice(0, 12),
    client_secret: oauth.client_secret ?? secret('client_secret').slice(0, 48),
    redirect_uri: oauth.redirect_uri ?? 'http://127.0.0.1:3000/callback',
  }
}
