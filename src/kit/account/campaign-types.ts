/** The types of campaigns that a scenario writes differently from the service. */
const WRITTEN: { readonly [type: string]: string } = { absplit: 'ab_split', plaintext: 'plain-text' }

/** The type of a campaign as a scenario writes it. */
export function writtenType(type: unknown): unknown {
  return typeof type === 'string' && Object.hasOwn(WRITTEN, type) ? WRITTEN[type] : type
}
