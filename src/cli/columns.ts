/** What is printed fits into so many columns. */
export const COLUMNS = 80

/** Lays words out in lines that fit, each of which begins with the same indentation. */
export function wrapped(text: string, indent = '', width = COLUMNS): string {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/)) {
    if (line !== '' && indent.length + line.length + 1 + word.length > width) {
      lines.push(indent + line)
      line = ''
    }
    line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, indent + line].join('\n')
}

/** A name with what is said of it beside it, in lines that fit. */
export function entry(name: string, text: string, room: number): string {
  const beside = wrapped(text, ' '.repeat(room))
  return name.length + 1 < room ? name.padEnd(room) + beside.slice(room) : `${name}\n${beside}`
}

/** A share as a bar. */
export function bar(percent: number, width: number): string {
  const full = Math.floor((percent * width) / 100)
  return '█'.repeat(full) + '░'.repeat(width - full)
}
