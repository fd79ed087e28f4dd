import { isBase64, withoutBreaks } from '../../../kernel/support/base64.ts'
import { sha256 } from '../../../kernel/support/digest.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { errors } from '../../model/errors.ts'
import { freshNumber } from '../../../kernel/world/fresh-id.ts'
import { fullName } from '../../model/root/account.ts'
import { readDimensions } from './dimensions.ts'
import { fileContents, fileFolders, type FileFolderRow, type FileRow, files, readExtension } from '../../model/files/file.ts'
import { findContentType, extensions, fittingExtension, isImage } from './kinds.ts'

/** The fields of a new file. All but its name and its content have defaults. */
export interface NewUpload extends Partial<Pick<FileRow, 'id' | 'folder_id' | 'created_at' | 'created_by'>> {
  /** A path, of which the last part is the name. */
  readonly name: string
  /** The content in base64. */
  readonly file_data: string
}

/** Adds a file. Throws an `Invalid Resource` if its name, its content or its folder can't be accepted. */
export function makeFile(tx: Tx, { name: path, file_data, folder_id = 0, ...given }: NewUpload): FileRow {
  checkFileFolder(tx, folder_id)
  const named = readFileName(path)
  const { bytes, data } = decode(file_data, tx.settings.files.max_bytes)
  const extension = fittingExtension(readExtension(named), bytes)
  const name = extension === readExtension(named) ? named : `${named.slice(0, named.lastIndexOf('.'))}.${extension}`
  const content = sha256(bytes)
  if (!tx.first(fileContents.key, { hash: content })) tx.insert(fileContents, { hash: content, data })
  return tx.insert(files, {
    id: given.id ?? freshNumber(tx, 'files.id', (id) => !!tx.first(files.key, { id })),
    folder_id,
    type: isImage(extension) ? 'image' : 'file',
    name,
    size: bytes.length,
    content,
    created_at: given.created_at ?? tx.now,
    created_by: given.created_by ?? fullName(tx),
    ...readDimensions(extension, bytes),
  })
}

/** Removes a file, and its content if no other file has the same. */
export function removeFile(tx: Tx, file: FileRow): void {
  tx.remove(files, file)
  const content = tx.first(fileContents.key, { hash: file.content })
  if (content && !tx.first(files.byContent, { content: content.hash })) tx.remove(fileContents, content)
}

/** The fields of a new folder. All but its name have defaults. */
export type NewFileFolder = Pick<FileFolderRow, 'name'> & Partial<Omit<FileFolderRow, 'seq' | 'name'>>

/** Creates an empty folder of files. */
export function makeFileFolder(tx: Tx, { name, ...given }: NewFileFolder): FileFolderRow {
  return tx.insert(fileFolders, {
    id: given.id ?? freshNumber(tx, 'file_folders.id', (id) => !!tx.first(fileFolders.key, { id })),
    name,
    created_at: given.created_at ?? tx.now,
    created_by: given.created_by ?? fullName(tx),
  })
}

/** The name of a file in a path: its last part. Rejects what can't be a name, and extensions that can't be uploaded. */
export function readFileName(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
  // A lone surrogate can't be part of a URL.
  if (/[\p{Cc}\p{Cs}]/u.test(name))
    throw makeInvalidValue('name', 'must not contain control characters or halves of surrogate pairs')
  if (findContentType(readExtension(name)) === undefined)
    throw makeInvalidValue('name', `must have one of these extensions: ${extensions.join(', ')}`)
  return name
}

/** Decodes a content. `data` is the same in base64 without line breaks. */
function decode(file_data: string, max: number): { readonly bytes: Buffer; readonly data: string } {
  const text = withoutBreaks(file_data)
  if (text === '') throw makeInvalidValue('file_data', 'must not be empty')
  if (!isBase64(text))
    throw makeInvalidValue('file_data', 'must be base64 with padding, in the standard alphabet and without a `data:` prefix')
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  const size = (text.length / 4) * 3 - padding
  if (size > max) throw makeInvalidValue('file_data', `must be at most ${max} bytes after decoding, but is ${size}`)
  const bytes = Buffer.from(text, 'base64')
  // Unused bits of the last character may differ, though the bytes are the same.
  return { bytes, data: bytes.toString('base64') }
}

function makeInvalidValue(field: string, message: string) {
  return errors.invalid({ field, message: `Value ${message}.` })
}

/** Rejects a folder that does not exist. 0 stands for no folder. */
export function checkFileFolder(tx: ReadTx, id: number): void {
  if (id === 0 || tx.first(fileFolders.key, { id })) return
  throw errors.invalid({ field: 'folder_id', message: 'Value must be the id of a folder of files, or 0 for none.' })
}
