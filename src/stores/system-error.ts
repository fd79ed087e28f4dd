/** The system's name for what went wrong, `ENOENT`. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** What went wrong, in the system's words and without what it was about: `ENOSPC: no space left on device`. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return codeOf(error) === undefined ? error.message : error.message.replace(/, \w+(?: '.*)?$/s, '')
}
