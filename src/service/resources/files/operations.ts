import type { ReadTx } from '../../../kernel/world/tx.ts'
import { errors } from '../../model/errors.ts'
import { renderLinks } from '../../rules/answers/links.ts'
import { listRows } from '../../rules/collections/list-rows.ts'
import { type Call, type Operations, selectPage, slicePage, isWithin } from '../../rules/requests/operation.ts'
import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import type { Range } from '../../../kernel/world/range.ts'
import {
  fileFolderOrThrow,
  fileFolders,
  fileOrThrow,
  type FileRow,
  files,
  fileUrl,
  thumbnailInUrl,
  type FileFolderRow,
  readExtension,
} from '../../model/files/file.ts'
import { checkFileFolder, makeFile, makeFileFolder, readFileName, removeFile } from '../../rules/files/make.ts'
import { timestamp } from '../../../kernel/support/time.ts'

export const fileManagerOperations = {
  getFileManager({ tx }): ServiceSchemas['FileManager'] {
    return renderLinks(tx, 'FileManager')
  },

  getFiles({ tx, query }) {
    return { ...selectFiles(tx, tx.range(files.byCreation), query), _links: renderLinks(tx, 'FileCollection') }
  },

  uploadFile({ tx, body }) {
    const { name, file_data, folder_id = 0 } = body
    return fileView(tx, makeFile(tx, { name, file_data, folder_id }))
  },

  getFile: ({ tx, path }) => fileView(tx, fileOrThrow(tx, path.file_id)),

  updateFile({ tx, path, body }) {
    const file = fileOrThrow(tx, path.file_id)
    const { folder_id = file.folder_id } = body
    if (folder_id !== file.folder_id) checkFileFolder(tx, folder_id)
    const name = body.name === undefined ? file.name : readFileName(body.name)
    const extension = readExtension(file.name)
    if (readExtension(name) !== extension)
      throw errors.invalid({ field: 'name', message: `Value must keep the extension of the file, .${extension}.` })
    return fileView(tx, tx.amend(files, file, { name, folder_id }))
  },

  deleteFile: ({ tx, path }) => removeFile(tx, fileOrThrow(tx, path.file_id)),

  getFileFolders: listRows({
    schema: 'FileFolderCollection',
    rows: (tx, _path, query) =>
      tx
        .range(fileFolders.byCreation)
        .all()
        .filter((folder) => isWanted(folder, query))
        .toReversed(),
    view: fileFolderView,
    answer: (page) => ({ folders: page }),
  }),

  createFileFolder: ({ tx, body }) => fileFolderView(tx, makeFileFolder(tx, { name: body.name })),

  getFileFolder: ({ tx, path }) => fileFolderView(tx, fileFolderOrThrow(tx, path.file_folder_id)),

  updateFileFolder({ tx, path, body }) {
    return fileFolderView(tx, tx.amend(fileFolders, fileFolderOrThrow(tx, path.file_folder_id), { name: body.name }))
  },

  /** Deletes a folder. Its files stay, in no folder. */
  deleteFileFolder({ tx, path }) {
    const folder = fileFolderOrThrow(tx, path.file_folder_id)
    for (const file of tx.range(files.inFolder, { folder_id: folder.id }).all()) tx.put(files, { ...file, folder_id: 0 })
    tx.remove(fileFolders, folder)
  },

  getFilesOfFolder({ tx, path, query }) {
    const { id } = fileFolderOrThrow(tx, path.file_folder_id)
    const _links = renderLinks(tx, 'FolderFileCollection', { file_folder_id: id })
    return { ...selectFiles(tx, tx.range(files.inFolder, { folder_id: id }), query), _links }
  },
} satisfies Partial<Operations>

type FileQuery = Call<'getFiles'>['query']

/** A page of the files in a range that a query selects, and the size of all files in the range. */
function selectFiles(tx: ReadTx, all: Range<FileRow>, query: FileQuery) {
  let total_file_size = 0
  all.each(({ size }) => (total_file_size += size))
  const order = query.sort_dir ?? 'DESC'
  if (!FILTERS.some((name) => query[name] !== undefined)) {
    return { files: selectPage(all, query, order).map((file) => fileView(tx, file)), total_file_size, total_items: all.count }
  }
  const found = all.all().filter((file) => (query.type === undefined || file.type === query.type) && isWanted(file, query))
  if (order === 'DESC') found.reverse()
  return { files: slicePage(found, query).map((file) => fileView(tx, file)), total_file_size, total_items: found.length }
}

const FILTERS = ['type', 'created_by', 'before_created_at', 'since_created_at'] as const

/** Whether a file or folder has the author and the time that a query asks for. */
function isWanted(
  { created_by, created_at }: Pick<FileRow, 'created_by' | 'created_at'>,
  query: Pick<FileQuery, 'created_by' | 'before_created_at' | 'since_created_at'>,
): boolean {
  return (
    (query.created_by === undefined || query.created_by === created_by) &&
    isWithin(created_at, query.since_created_at, query.before_created_at)
  )
}

/** Renders a file without its content. */
function fileView(tx: ReadTx, file: FileRow): ServiceSchemas['File'] {
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
function fileFolderView(tx: ReadTx, { id, name, created_at, created_by }: FileFolderRow): ServiceSchemas['FileFolder'] {
  return {
    id,
    name,
    file_count: tx.range(files.inFolder, { folder_id: id }).count,
    created_at: timestamp(created_at),
    created_by,
    _links: renderLinks(tx, 'FileFolder', { file_folder_id: id }),
  }
}
