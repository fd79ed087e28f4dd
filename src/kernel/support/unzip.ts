import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import { checksum } from './checksum.ts'
import { yieldToEventLoop } from './time.ts'

/** A file of a zip archive, as the directory at the end of the archive describes it. */
export interface ZippedFile {
  readonly path: string
  /** Unpacks the file. Returns `undefined` if it has more than `bytesMax` bytes. Throws a `DamagedZip` if it differs from its description. */
  read(bytesMax: number): Promise<Uint8Array | undefined>
}

/** The bytes are no zip archive that can be read. The message completes "The archive …". */
export class DamagedZip extends Error {
  override readonly name = 'DamagedZip'
}

/** The parts of an archive: the signature at the start of each, and the bytes before its texts. */
const FILE = { signature: 0x04034b50, bytes: 30 }
const ENTRY = { signature: 0x02014b50, bytes: 46 }
const END = { signature: 0x06054b50, bytes: 22 }
/** Before the end of an archive that may be larger than 4 GiB (ZIP64), as many writers make of any stream. */
const WIDE_END = { signature: 0x06064b50, bytes: 56 }
const WIDE_END_LOCATOR = { signature: 0x07064b50, bytes: 20 }
/** Longest comment at the end of an archive. */
const COMMENT_BYTES_MAX = 0xffff

/** The files in the directory of an archive, with folders. Throws a `DamagedZip` unless the directory is whole and describes the files. */
export function* zippedFiles(archive: Uint8Array): Generator<ZippedFile> {
  const view = Buffer.from(archive.buffer, archive.byteOffset, archive.length)
  const { start, end, count } = directoryOf(view)
  let at = start
  for (let number = 1; number <= count; number++) {
    if (at + ENTRY.bytes > end || view.readUInt32LE(at) !== ENTRY.signature)
      throw new DamagedZip(`is damaged: the directory names ${count} files, and entry ${number} cannot be read`)
    const entry = entryAt(view, at)
    at = entry.end
    yield { path: entry.path, read: (bytesMax) => readFile(view, entry, bytesMax) }
  }
  if (at !== end) throw new DamagedZip('is damaged: its directory has another size than the end of the archive says')
}

interface Directory {
  readonly start: number
  readonly end: number
  readonly count: number
}

function directoryOf(view: Buffer): Directory {
  for (let at = view.length - END.bytes; at >= Math.max(view.length - END.bytes - COMMENT_BYTES_MAX, 0); at--) {
    if (view.readUInt32LE(at) !== END.signature || at + END.bytes + view.readUInt16LE(at + 20) !== view.length) continue
    const [disk, first, here, count] = [4, 6, 8, 10].map((place) => view.readUInt16LE(at + place))
    if (disk !== 0 || first !== 0 || here !== count) throw new DamagedZip('is a part of an archive in several files')
    const sizes = { bytes: view.readUInt32LE(at + 12), start: view.readUInt32LE(at + 16), count: count ?? 0, end: at }
    const { bytes, ...directory } = wideSizes(view, at) ?? sizes
    if (directory.start + bytes !== directory.end)
      throw new DamagedZip('is damaged: its directory is not where the end of the archive says')
    return directory
  }
  throw new DamagedZip('is damaged: the directory at its end is missing')
}

/** The directory as the ZIP64 record before the end says, if there is one. */
function wideSizes(view: Buffer, endAt: number): (Directory & { readonly bytes: number }) | undefined {
  const locator = endAt - WIDE_END_LOCATOR.bytes
  if (locator < 0 || view.readUInt32LE(locator) !== WIDE_END_LOCATOR.signature) return undefined
  const end = Number(view.readBigUInt64LE(locator + 8))
  if (end + WIDE_END.bytes > locator || view.readUInt32LE(end) !== WIDE_END.signature)
    throw new DamagedZip('is damaged: the ZIP64 record at its end is missing')
  const [count = 0, bytes = 0, start = 0] = [32, 40, 48].map((place) => Number(view.readBigUInt64LE(end + place)))
  return { start, end, count, bytes }
}

interface Entry {
  readonly path: string
  readonly name: Buffer
  readonly flags: number
  readonly method: number
  readonly crc: number
  /** Bytes as they are in the archive, and unpacked. */
  readonly packed: number
  readonly size: number
  /** Where the file begins in the archive, and where the entry ends. */
  readonly offset: number
  readonly end: number
}

const IS_ENCRYPTED = 1
/** The checksum and the sizes follow after the file. */
const HAS_DESCRIPTOR = 1 << 3
const IS_UTF8 = 1 << 11

function entryAt(view: Buffer, at: number): Entry {
  const [nameBytes = 0, extraBytes = 0, commentBytes = 0] = [28, 30, 32].map((place) => view.readUInt16LE(at + place))
  const name = view.subarray(at + ENTRY.bytes, at + ENTRY.bytes + nameBytes)
  const flags = view.readUInt16LE(at + 8)
  const afterName = at + ENTRY.bytes + nameBytes
  const fields = [24, 20, 42].map((place) => view.readUInt32LE(at + place))
  const [size = 0, packed = 0, offset = 0] = wideFields(fields, view.subarray(afterName, afterName + extraBytes))
  return {
    path: name.toString((flags & IS_UTF8) === 0 ? 'latin1' : 'utf8'),
    name,
    flags,
    method: view.readUInt16LE(at + 10),
    crc: view.readUInt32LE(at + 16),
    packed,
    size,
    offset,
    end: afterName + extraBytes + commentBytes,
  }
}

const WIDE = 0xffff_ffff
const WIDE_FIELDS = 1

/** Fields of an entry. Those without room for their value have it in an extra field (ZIP64). */
function wideFields(fields: readonly number[], extra: Buffer): readonly number[] {
  if (!fields.includes(WIDE)) return fields
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== WIDE_FIELDS) continue
    let next = at + 4
    return fields.map((field) => (field === WIDE ? Number(extra.readBigUInt64LE((next += 8) - 8)) : field))
  }
  return fields
}

const STORED = 0
const DEFLATED = 8

async function readFile(view: Buffer, entry: Entry, bytesMax: number): Promise<Uint8Array | undefined> {
  const { path, method, flags, packed, offset } = entry
  const shown = `its file ${path.slice(0, 200)}`
  if ((flags & IS_ENCRYPTED) !== 0) throw new DamagedZip(`cannot be read: ${shown} is encrypted`)
  if (method !== STORED && method !== DEFLATED)
    throw new DamagedZip(`cannot be read: ${shown} is neither stored nor deflated (method ${method})`)
  if (!isFileOf(view, entry)) throw new DamagedZip(`is damaged: ${shown} is not as its directory describes it`)
  const start = offset + FILE.bytes + view.readUInt16LE(offset + 26) + view.readUInt16LE(offset + 28)
  const bytes = await unpacked(view.subarray(start, start + packed), method, bytesMax)
  if (!bytes) return undefined
  if (bytes.length !== entry.size) throw new DamagedZip(`is damaged: ${shown} has ${bytes.length} bytes instead of ${entry.size}`)
  if ((await checksumOf(bytes)) !== entry.crc) throw new DamagedZip(`is damaged: ${shown} does not match its checksum`)
  return bytes
}

/** Whether the head of a file says the same as its entry in the directory. */
function isFileOf(view: Buffer, { name, flags, method, crc, packed, offset }: Entry): boolean {
  const afterHead = offset + FILE.bytes
  if (afterHead + name.length + packed > view.length || view.readUInt32LE(offset) !== FILE.signature) return false
  const nameBytes = view.readUInt16LE(offset + 26)
  if (!view.subarray(afterHead, afterHead + nameBytes).equals(name) || view.readUInt16LE(offset + 8) !== method) return false
  return (flags & HAS_DESCRIPTOR) !== 0 || view.readUInt32LE(offset + 14) === crc
}

async function unpacked(packed: Buffer, method: number, bytesMax: number): Promise<Uint8Array | undefined> {
  if (method === STORED) return packed.length > bytesMax ? undefined : packed
  try {
    return await promisify(inflateRaw)(packed, { maxOutputLength: bytesMax + 1 })
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Bytes whose checksum is computed at a time. */
const PIECE_BYTES = 4_194_304

async function checksumOf(bytes: Uint8Array): Promise<number> {
  let sum = 0
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    if (at > 0) await yieldToEventLoop()
    sum = checksum(bytes.subarray(at, at + PIECE_BYTES), sum)
  }
  return sum
}
