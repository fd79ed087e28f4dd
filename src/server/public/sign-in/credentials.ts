import { readHeader, type HttpCall } from '../../http/request.ts'
import type { ClientCredentials } from '../../../service/rules/oauth/exchange.ts'
import { OauthRefusal } from '../../../service/model/oauth/refusal.ts'
import { decodeParameter } from '../../../kernel/support/percent.ts'
import { fieldValue, type FormFields } from '../fields.ts'

/**
 * The possible readings of an application's credentials: from HTTP Basic, where clients of RFC 6749 encode them and clients of
 * earlier drafts don't, or else from the form. Empty if there are no credentials.
 */
export function credentialsIn(call: HttpCall, form: FormFields): readonly ClientCredentials[] {
  const [client_id, client_secret] = [fieldValue(form, 'client_id'), fieldValue(form, 'client_secret')]
  const header = readHeader(call, 'authorization')
  if (header === undefined) return client_id === undefined || client_secret === undefined ? [] : [{ client_id, client_secret }]
  const readings = basicIn(header).filter(
    (each) =>
      (client_id === undefined || client_id === each.client_id) &&
      (client_secret === undefined || client_secret === each.client_secret),
  )
  if (readings.length > 0) return readings
  throw new OauthRefusal('invalid_request', 'The form and the Authorization header name different credentials.')
}

/** The client id in HTTP Basic, in both possible readings. */
export function clientIdsIn(call: HttpCall): readonly string[] {
  return readBasicCredentials(readHeader(call, 'authorization') ?? '').map(({ client_id }) => client_id)
}

/** The token in the Authorization header, with the scheme of the sign-in's OAuth draft or of the final standard. */
export function presentedToken(call: HttpCall): string | undefined {
  return /^(?:oauth|bearer)\s+(\S+)$/i.exec(readHeader(call, 'authorization')?.trim() ?? '')?.[1]
}

const BASIC = /^basic\s+(\S+)\s*$/i

function basicIn(header: string): ClientCredentials[] {
  const readings = readBasicCredentials(header)
  if (readings.length > 0) return readings
  throw new OauthRefusal('invalid_client', 'The Authorization header is not HTTP Basic with the client_id and the client_secret.')
}

function readBasicCredentials(header: string): ClientCredentials[] {
  const pair = Buffer.from(BASIC.exec(header.trim())?.[1] ?? '', 'base64').toString('utf8')
  const colon = pair.indexOf(':')
  if (colon === -1) return []
  const [id, secret] = [pair.slice(0, colon), pair.slice(colon + 1)]
  return [
    { client_id: decodeParameter(id), client_secret: decodeParameter(secret) },
    { client_id: id, client_secret: secret },
  ]
}
