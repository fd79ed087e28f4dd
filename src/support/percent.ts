/** Percent-decoding that takes what cannot be decoded as it stands. */
export function decodePercent(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The same for a name or a value in a query or a form, where a plus stands for a blank. */
export function decodeParameter(text: string): string {
  return decodePercent(text.includes('+') ? text.replaceAll('+', ' ') : text)
}
