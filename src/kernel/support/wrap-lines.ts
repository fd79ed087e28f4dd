interface Wrapping {
  /** What the first line begins with. */
  readonly first?: string
  /** What the other lines begin with. */
  readonly hanging?: string
  /** Whether a word that is too long for a line is divided. */
  readonly divides?: boolean
}

/** Breaks a text at spaces into lines of at most `width` characters. */
export function wrapLines(
  text: string,
  width: number,
  { first = '', hanging = first, divides = false }: Wrapping = {},
): readonly string[] {
  const lines: string[] = []
  let rest = first + text
  let indent = first.length
  for (;;) {
    const end = endOfLine(rest, indent, width, divides)
    lines.push(rest.slice(0, end))
    if (end === rest.length) return lines
    rest = hanging + rest.slice(end).trimStart()
    indent = hanging.length
  }
}

function endOfLine(text: string, indent: number, width: number, divides: boolean): number {
  if (text.length <= width) return text.length
  const space = text.lastIndexOf(' ', width)
  // A line that a long word would leave more than half empty is filled with its beginning.
  if (divides) return space > width / 2 ? space : width
  if (space > indent) return space
  const next = text.indexOf(' ', indent)
  return next === -1 ? text.length : next
}
