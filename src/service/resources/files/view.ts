import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { timestamp } from '../../../kernel/support/time.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { renderLinks } from '../../rules/answers/links.ts'
import { type FileRow, fileUrl, thumbnailInUrl, type FileFolderRow, files } from '../../model/files/file.ts'

/** Renders a file without its content. */
export function fileView(tx: ReadTx, file: FileRow): ServiceSchemas['File'] {
  const { id, folder_id, type, name, size, created_at, created_by, width, height } = file
  const isImage = type === 'image'
  return {
    id,
    folder_id,
    type,
    name,
    full_size_url: fileUrl(tx, file),
    thumbnail_url: isImage ? fileUrl(tx, file, thumbnailInUrl(file)) : '',
    size,
    created_at: timestamp(created_at),
    created_by,
    ...(isImage ? { width, height } : {}),
    _links: renderLinks(tx, 'File', { file_id: id }),
  }
}

/** Renders a folder with its current number of files. */
export function fileFolderView(tx: ReadTx, { id, name, created_at, created_by }: FileFolderRow): ServiceSchemas['FileFolder'] {
  return {
    id,
    name,
    file_count: tx.range(files.inFolder, { folder_id: id }).count,
    created_at: timestamp(created_at),
    created_by,
    _links: renderLinks(tx, 'FileFolder', { file_folder_id: id }),
  }
}
