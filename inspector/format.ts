/** The time of day of an instant: `09:04:30`, with milliseconds if it has any. */
export function timeOf(instant: string): string {
  const [, time = instant] = /T(\d\d:\d\d:\d\d)/.exec(instant) ?? []
  return time
}

/** Date and time of an instant: `2026-01-15 09:04:30`. */
export function dateTimeOf(instant: string): string {
  return instant.replace('T', ' ').replace(/(?:\.\d+)?Z$/, '')
}

const UNITS = [
  [86_400, 'day'],
  [3_600, 'h'],
  [60, 'min'],
  [1, 's'],
] as const

/** A span of time in words: `1 min 20 s`, `3 days`. */
export function spanOf(ms: number): string {
  if (Math.abs(ms) < 1_000) return `${Math.round(ms)} ms`
  let rest = Math.round(Math.abs(ms) / 1_000)
  const parts: string[] = []
  for (const [seconds, unit] of UNITS) {
    const count = Math.floor(rest / seconds)
    rest -= count * seconds
    if (count > 0 && parts.length < 2) parts.push(`${count} ${unit}${unit === 'day' && count > 1 ? 's' : ''}`)
  }
  return parts.join(' ')
}

/** A number with its noun: `1 call`, `2 calls`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}

/** Parses JSON. Returns `undefined` if the text is not JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
