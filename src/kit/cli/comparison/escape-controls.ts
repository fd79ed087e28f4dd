/** Writes characters that steer a terminal, or that change the direction of a text, as escapes. Lines, and the styles of `paint`, stay. */
export function escapeControls(text: string): string {
  return text.replaceAll(/\u001b\[\d+(?:;\d+)*m|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (sign) =>
    sign === '\n' || sign.length > 2 ? sign : `\\u${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  )
}
