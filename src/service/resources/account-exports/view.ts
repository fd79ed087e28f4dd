import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { timestamp } from '../../../kernel/support/time.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { renderLinks } from '../../rules/answers/links.ts'
import { signedUrl } from '../../rules/urls/signed-url.ts'
import { type AccountExportRow, filePath, KEPT_S } from '../../model/account-exports/export.ts'

/** Renders an export. It has no download URL until it is finished. */
export function exportView(tx: ReadTx, row: AccountExportRow): ServiceSchemas['AccountExport'] {
  return {
    export_id: row.id,
    started: timestamp(row.started),
    ...(row.status === 'finished' ? { finished: timestamp(row.finished) } : {}),
    size_in_bytes: row.size_in_bytes,
    ...(row.status === 'finished' ? { download_url: downloadUrlOf(tx, row) } : {}),
    _links: renderLinks(tx, 'AccountExport', { export_id: row.id }),
  }
}

/** The URL stays the same for as long as it is valid. */
function downloadUrlOf(tx: ReadTx, row: AccountExportRow): string {
  return signedUrl(tx, filePath(row), (row.finished + KEPT_S) * 1000 - tx.nowMs)
}
