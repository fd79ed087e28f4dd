import { Rendered } from '../resources/rendered.ts'

/** The JSON of an answer, with rendered records taken over as they are. */
export function serialize(answer: unknown): string {
  if (answer instanceof Rendered) return answer.json
  if (!hasRendered(answer)) return JSON.stringify(answer)
  const members = Object.entries(answer).flatMap(([name, value]) => {
    if (value === undefined) return []
    const json = Array.isArray(value) ? `[${value.map((item) => serialize(item)).join()}]` : serialize(value)
    return [`${JSON.stringify(name)}:${json}`]
  })
  return `{${members.join()}}`
}

/** The same answer with rendered records read back, for what needs to look inside. */
export function plain(answer: unknown): unknown {
  if (answer instanceof Rendered) return answer.value()
  if (Array.isArray(answer)) return answer.map(plain)
  if (typeof answer !== 'object' || answer === null) return answer
  return Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, plain(value)]))
}

function hasRendered(answer: unknown): answer is object {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return false
  return Object.values(answer).some((value) => value instanceof Rendered || isNest(value))
}

function isNest(value: unknown): boolean {
  return Array.isArray(value) ? value.some((item) => item instanceof Rendered) : hasRendered(value)
}
