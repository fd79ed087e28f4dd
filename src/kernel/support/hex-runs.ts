/** Finds runs of at least `least` lower-case hex digits in a text. */
export function* hexRuns(text: string, least: number): Generator<{ readonly start: number; readonly end: number }> {
  // Stepping by the minimum length cannot skip a run.
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

/** Whether a character code is a lower-case hex digit. NaN, the code outside of the text, is not. */
function isHex(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x66)
}
