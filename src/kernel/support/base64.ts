const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

/** The bytes of base64 in the standard alphabet with padding, or `undefined` if a text is something else. Line breaks are ignored. */
export function bytesOfBase64(text: string): Uint8Array | undefined {
  const joined = withoutBreaks(text)
  return isBase64(joined) ? Buffer.from(joined, 'base64') : undefined
}

/** Removes the line breaks of base64. */
export function withoutBreaks(text: string): string {
  return text.replaceAll(/[\r\n]/g, '')
}

/** Whether a text without line breaks is base64 in the standard alphabet with padding. */
export function isBase64(text: string): boolean {
  return text.length % 4 === 0 && BASE64.test(text)
}
