import { archivePath, batches, hasResults } from '../resources/batches/batch.ts'
import { batchResults } from '../resources/batches/result.ts'
import { isSigned } from '../resources/signed-url.ts'
import { peek } from '../world/tx.ts'
import { batchArchive } from './batch-archive.ts'
import type { PublicOperations } from './operation.ts'
import { file, text } from './reply.ts'

export const fileOperations = {
  getBatchArchive({ cell, path, query }) {
    const id = /^(.+)\.tar\.gz$/.exec(path.file)?.[1] ?? ''
    const found = peek(cell.world, (tx) => {
      const batch = tx.first(batches.key, { id })
      if (!batch || !hasResults(tx, batch)) return undefined
      return { batch, signed: isSigned(tx, archivePath(batch), query), results: tx.range(batchResults.key, { batch_id: id }) }
    })
    if (!found) return text(404, 'There are no results of such a batch.')
    if (!found.signed) return text(403, 'This address is too old, or was not given out here. GET the batch for a new one.')
    return file(`${id}.tar.gz`, 'application/gzip', batchArchive(found.batch, found.results))
  },
} satisfies Partial<PublicOperations>
