/** Whether a value is a response, be it of this process or of a library. */
export function isLikeResponse(value: unknown): value is Response {
  return typeof value === 'object' && value !== null && 'status' in value && 'headers' in value && 'body' in value
}
