/** Where lower-case hex digits stand in a row in a text, at least so many of them. */
export function* hexRuns(text: string, least: number): Generator<{ readonly start: number; readonly end: number }> {
  // A row of that length is met by one step of that length at least.
  for (let at = least - 1; at < text.length; at += least) {
    if (!isHex(text.charCodeAt(at))) continue
    let start = at
    while (isHex(text.charCodeAt(start - 1))) start--
    let end = at + 1
    while (isHex(text.charCodeAt(end))) end++
    if (end - start >= least) yield { start, end }
    at = end
  }
}

/** Nothing stands before the beginning and behind the end of a text. */
function isHex(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x66)
}
