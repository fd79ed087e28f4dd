/** The reason why a file of the user cannot be read or written, as one sentence with the path. */
export function fileProblem(path: string, error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return SENTENCES[code ?? '']?.(path) ?? `${path} cannot be used (${message}).`
}

const SENTENCES: { readonly [code: string]: (path: string) => string } = {
  ENOENT: (path) => `There is no file ${path}.`,
  ENOTDIR: (path) => `There is no file ${path}: a part of this path is a file, not a folder.`,
  EISDIR: (path) => `${path} is a folder, not a file.`,
  EACCES: (path) => `${path} cannot be used: this user is not allowed to open it.`,
}
