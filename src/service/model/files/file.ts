import type { Seconds } from '../../../kernel/support/time.ts'
import { defineTable, type Row } from '../../../kernel/world/table.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { refuseMissing } from '../errors.ts'

export interface FileRow extends Row {
  readonly id: number
  /** 0 if it is in no folder. */
  readonly folder_id: number
  readonly type: 'image' | 'file'
  readonly name: string
  /** The size of its content in bytes. */
  readonly size: number
  /** SHA-256 of its content. */
  readonly content: string
  readonly created_at: Seconds
  readonly created_by: string
  /** The size of an image in pixels; 0 if it is unknown or no image. */
  readonly width: number
  readonly height: number
}

export const files = defineTable<FileRow>()('files', {
  key: ['id'],
  indexes: { byCreation: ['created_at'], inFolder: ['folder_id', 'created_at'], byContent: ['content'] },
  word: 'file',
  parameters: ['file_id'],
  shownBy: 'name',
})

/** The content of one or several files, which is kept once. */
export interface FileContentRow extends Row {
  /** SHA-256 of the bytes. */
  readonly hash: string
  /** The bytes in base64. */
  readonly data: string
}

export const fileContents = defineTable<FileContentRow>()('file_contents', {
  key: ['hash'],
  remembered: false,
})

export interface FileFolderRow extends Row {
  readonly id: number
  readonly name: string
  readonly created_at: Seconds
  readonly created_by: string
}

export const fileFolders = defineTable<FileFolderRow>()('file_folders', {
  key: ['id'],
  indexes: { byCreation: ['created_at'] },
  word: 'file_folder',
  parameters: ['file_folder_id'],
  shownBy: 'name',
})

const ID = /^\d{1,15}$/

export function fileOrThrow(tx: ReadTx, id: string): FileRow {
  const file = ID.test(id) ? tx.first(files.key, { id: Number(id) }) : undefined
  return file ?? refuseMissing('there is no file', id)
}

export function fileFolderOrThrow(tx: ReadTx, id: string): FileFolderRow {
  const folder = ID.test(id) ? tx.first(fileFolders.key, { id: Number(id) }) : undefined
  return folder ?? refuseMissing('there is no folder of files', id)
}

/** The last segment of a file's URL. */
export function nameInUrl({ name }: Pick<FileRow, 'name'>): string {
  return name.replaceAll(/\s/g, '_')
}

/** The last segment of the URL of an image's thumbnail. */
export function thumbnailInUrl({ name }: Pick<FileRow, 'name'>): string {
  return `_thumb.${readExtension(name)}`
}

/** The URL of a file, which serves its content without a credential. */
export function fileUrl(tx: ReadTx, file: Pick<FileRow, 'id' | 'name'>, segment = nameInUrl(file)): string {
  return `${tx.world.base_url}/_files/media/${file.id}/${encodeURIComponent(segment)}`
}

/** The extension of a file name in lower case; empty if it has none. */
export function readExtension(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot <= 0 ? '' : name.slice(dot + 1).toLowerCase()
}
