/** Decodes percent-encoding. Text that cannot be decoded is returned as it is. */
export function decodePercent(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Decodes a name or a value in a query or a form, where a plus stands for a space. */
export function decodeParameter(text: string): string {
  return decodePercent(text.includes('+') ? text.replaceAll('+', ' ') : text)
}
