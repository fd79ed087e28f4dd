import { createHash, createHmac, hash } from 'node:crypto'

/** MD5 in lower-case hex: the service's name for an address. */
export function md5(text: string): string {
  return hash('md5', text)
}

/** SHA-1 in lower-case hex: what a Valkey or Redis calls a script. */
export function sha1(text: string): string {
  return hash('sha1', text)
}

/** SHA-256 in lower-case hex. */
export function sha256(text: string): string {
  return hash('sha256', text)
}

/** SHA-256 in base64url without padding: what PKCE makes of a verifier. */
export function sha256Base64Url(text: string): string {
  return hash('sha256', text, 'base64url')
}

/** SHA-256 in lower-case hex of texts as if they were one, which they need not become. */
export function sha256Of(texts: Iterable<string>): string {
  const digest = createHash('sha256')
  for (const text of texts) digest.update(text)
  return digest.digest('hex')
}

/** A keyed digest in lower-case hex; what secrets are made of. */
export function hmac(key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex')
}
