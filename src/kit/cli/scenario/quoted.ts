export function quotePath(path: string): string {
  if (process.platform === 'win32') return /^[\w./\\:@+-]+$/.test(path) ? path : `"${path}"`
  return /^[\w./:@+-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`
}
