import { fileContents, files, nameInUrl, thumbnailInUrl, readExtension } from '../../../service/model/files/file.ts'
import { findContentType } from '../../../service/rules/files/kinds.ts'
import { peek } from '../../../kernel/world/tx.ts'
import type { PublicOperations } from '../operation.ts'
import { media, text } from '../reply.ts'

export const mediaOperations = {
  getMediaFile({ handle, path }) {
    const found = peek(handle.world, (tx) => {
      const file = /^\d{1,15}$/.test(path.file_id) ? tx.first(files.key, { id: Number(path.file_id) }) : undefined
      if (!file) return undefined
      const isAsked = path.name === nameInUrl(file) || (file.type === 'image' && path.name === thumbnailInUrl(file))
      const content = isAsked ? tx.first(fileContents.key, { hash: file.content }) : undefined
      return content && { file, data: content.data }
    })
    if (!found) return text(404, 'There is no such file.')
    const { file, data } = found
    const type = findContentType(readExtension(file.name)) ?? 'application/octet-stream'
    return media(type, Buffer.from(data, 'base64'), file.type === 'image' ? undefined : nameInUrl(file))
  },
} satisfies Partial<PublicOperations>
