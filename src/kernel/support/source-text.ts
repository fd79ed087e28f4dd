/** Longest object in one line. */
const LINE_MAX = 110

/** A value as TypeScript, in one line. */
export function literal(value: unknown): string {
  if (typeof value === 'string') {
    const quoted = JSON.stringify(value)
      .slice(1, -1)
      .replaceAll(String.raw`\"`, '"')
    return `'${quoted.replaceAll("'", String.raw`\'`)}'`
  }
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = listMembers(value).map(([name, each]) => `${name}: ${literal(each)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

/** A value as TypeScript, in several lines if one would be long. The first line follows other code; the others have an indent. */
export function indentedLiteral(value: unknown, indent = ''): string {
  const line = literal(value)
  if (line.length <= LINE_MAX || typeof value !== 'object' || value === null) return line
  const inner = `${indent}  `
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const parts = Array.isArray(value)
    ? value.map((each) => indentedLiteral(each, inner))
    : listMembers(value).map(([name, each]) => `${name}: ${indentedLiteral(each, inner)}`)
  return `${open}\n${parts.map((each) => `${inner}${each},\n`).join('')}${indent}${close}`
}

function listMembers(value: object): [string, unknown][] {
  return Object.entries(value).map(([name, each]) => [keyText(name), each])
}

function keyText(name: string): string {
  // Any other form of this key sets the prototype.
  if (name === '__proto__') return "['__proto__']"
  return /^[a-z_]\w*$/i.test(name) ? name : literal(name)
}
