/** The shells that can complete. */
export const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const
