import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'

export type ArchiveFormat = 'zip' | 'tar' | 'tar.gz' | 'tgz'

/** A file of an archive. Its path comes from the archive and may be anything, so it must never reach a file system. */
export interface ArchivedFile {
  readonly path: string
  readonly bytes: Uint8Array
}

/** Limits of an archive: the number of its files, and the bytes of all of them, unpacked. */
export interface ArchiveLimits {
  readonly files: number
  readonly bytes: number
}

/** Bytes that cannot be unpacked: they are no archive of the format, or exceed the limits. The message completes "The archive …". */
export class InvalidArchive extends Error {
  override readonly name = 'InvalidArchive'
}

/**
 * Unpacks the regular files of an archive in memory. Folders and links are left out. Throws an `InvalidArchive` as soon as a limit is exceeded,
 * whatever sizes the archive claims to have.
 *
 * @example
 * const [page] = await unpack(bytes, 'zip', { files: 100, bytes: 1_000_000 })
 */
export async function unpack(
  archive: Uint8Array,
  format: ArchiveFormat,
  limits: ArchiveLimits,
): Promise<readonly ArchivedFile[]> {
  try {
    if (format === 'zip') return await unzip(archive, limits)
    return await untar(await uncompressed(archive, format, limits), limits)
  } catch (error) {
    if (error instanceof InvalidArchive) throw error
    throw new InvalidArchive(`is damaged, or no ${format} archive`)
  }
}

/** Counts unpacked files and bytes, and throws an `InvalidArchive` beyond the limits. */
class Meter {
  readonly #limits: ArchiveLimits
  #files = 0
  #bytes = 0

  constructor(limits: ArchiveLimits) {
    this.#limits = limits
  }

  addFile(): void {
    if (++this.#files > this.#limits.files) throw new InvalidArchive(`has more than ${this.#limits.files} files`)
  }

  addBytes(bytes: number): void {
    this.#bytes += bytes
    if (this.#bytes > this.#limits.bytes) throw tooLarge(this.#limits)
  }
}

function tooLarge({ bytes }: ArchiveLimits): InvalidArchive {
  return new InvalidArchive(`has more than ${bytes} bytes when it is unpacked`)
}

async function unzip(archive: Uint8Array, limits: ArchiveLimits): Promise<readonly ArchivedFile[]> {
  // Imported on first use: few servers are ever sent an archive.
  const { unzipSync } = await import('fflate')
  const meter = new Meter(limits)
  const files = unzipSync(archive, {
    filter: ({ name, originalSize }) => {
      meter.addFile()
      meter.addBytes(originalSize)
      return !name.endsWith('/')
    },
  })
  // No file has more bytes than its entry claims: these are what is allocated.
  return Object.entries(files).map(([path, bytes]) => ({ path, bytes }))
}

/** Bytes of the headers of a file in a tar archive. */
const TAR_HEADERS_BYTES = 2_048

async function uncompressed(
  archive: Uint8Array,
  format: Exclude<ArchiveFormat, 'zip'>,
  limits: ArchiveLimits,
): Promise<Uint8Array> {
  if (format === 'tar') return archive
  const maxOutputLength = limits.bytes + limits.files * TAR_HEADERS_BYTES
  try {
    return await promisify(gunzip)(archive, { maxOutputLength })
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(limits)
    throw error
  }
}

async function untar(archive: Uint8Array, limits: ArchiveLimits): Promise<readonly ArchivedFile[]> {
  const { unpackTar } = await import('modern-tar')
  const meter = new Meter(limits)
  const entries = await unpackTar(archive, {
    strict: true,
    filter: ({ type, size }) => {
      meter.addFile()
      if (type !== 'file') return false
      meter.addBytes(size)
      return true
    },
  })
  return entries.flatMap(({ header, data }) => (data ? [{ path: header.name, bytes: data }] : []))
}
