/** Reads an id that the client has chosen, which may be a JSON number, as the text by which it is known. */
export function idIn(id: string | number): string {
  if (typeof id === 'string') return id
  return Number.isInteger(id) ? BigInt(id).toString() : String(id)
}
