import { createHash, createHmac, hash, timingSafeEqual } from 'node:crypto'

/** MD5 in lower-case hex: the service's id of an address. */
export function md5(text: string): string {
  return hash('md5', text)
}

/** SHA-1 in lower-case hex: how Valkey and Redis identify a script. */
export function sha1(text: string): string {
  return hash('sha1', text)
}

/** SHA-256 in lower-case hex. */
export function sha256(content: string | Uint8Array): string {
  return hash('sha256', content)
}

/** SHA-256 in base64url without padding: the PKCE challenge for a verifier. */
export function sha256Base64Url(text: string): string {
  return hash('sha256', text, 'base64url')
}

/** SHA-256 in lower-case hex of the concatenation of texts, without building it. */
export function hashTexts(texts: Iterable<string>): string {
  const digest = createHash('sha256')
  for (const text of texts) digest.update(text)
  return digest.digest('hex')
}

/** HMAC-SHA-256 in lower-case hex. Secrets are derived with it. */
export function hmac(key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex')
}

/** Whether two secrets are the same. The time of the comparison tells nothing about where they differ. */
export function isSameSecret(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(sha256(one)), Buffer.from(sha256(other)))
}
