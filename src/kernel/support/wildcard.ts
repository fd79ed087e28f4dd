/**
 * Compiles a pattern in which `*` stands for any characters. Each part is searched only once, so that hostile texts take no
 * longer.
 */
export function compileWildcard(pattern: string): (text: string) => boolean {
  const [head = '', ...rest] = pattern.split('*')
  const tail = rest.pop()
  if (tail === undefined) return (text) => text === pattern
  return (text) => {
    if (!text.startsWith(head) || !text.endsWith(tail) || text.length < head.length + tail.length) return false
    let at = head.length
    for (const part of rest) {
      const found = text.indexOf(part, at)
      if (found === -1) return false
      at = found + part.length
    }
    return at <= text.length - tail.length
  }
}
