/** The counters of a saved state. */
export function countersIn(value: unknown): ReadonlyMap<string, number> {
  return new Map(
    entriesOf(memberOf(value, 'counters')).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  )
}

/** A member of a saved value that is an object. */
export function memberOf(value: unknown, name: string): unknown {
  return entriesOf(value).find(([each]) => each === name)?.[1]
}

/** A saved object with other members. Other values stay as they are, and are reported where they are read. */
export function withMembers(value: unknown, members: object): unknown {
  return typeof value === 'object' && value !== null ? { ...value, ...members } : value
}

/** The members of a saved object; none of another value. */
export function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
}
