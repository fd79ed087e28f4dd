import { yieldToEventLoop } from './time.ts'

/**
 * Decompresses bytes that bzip2 has compressed. Lets other calls run in between, at least every 0.1 s. Written for hostile
 * bytes, with which the packages for this format loop forever or use memory without bound: every access outside a table is an error. Throws
 * an `Error` if the bytes are damaged, and a `RangeError` if they are more than `bytesMax` when decompressed.
 *
 * @example
 * const tar = await bunzip2(await readFile('newsletter.tar.bz2'), 1_000_000)
 */
export async function bunzip2(compressed: Uint8Array, bytesMax: number): Promise<Uint8Array> {
  const bits = new BitReader(compressed)
  const blocks: Uint8Array[] = []
  const scratch = new Uint8Array(BLOCK_BYTES_MAX)
  let room = bytesMax
  // Several streams can follow each other: programs that compress in parallel write one each.
  do {
    const blockBytesMax = readStreamHeader(bits)
    let crcOfStream = 0
    while (readsBlockHeader(bits)) {
      const crc = bits.read(32)
      const block = expandRuns(await readBlock(bits, scratch.subarray(0, blockBytesMax)), room)
      if (checksumOf(block) !== crc) throw damaged()
      crcOfStream = (((crcOfStream << 1) | (crcOfStream >>> 31)) ^ crc) >>> 0
      blocks.push(block)
      room -= block.length
      await yieldToEventLoop()
    }
    if (bits.read(32) !== crcOfStream) throw damaged()
    bits.skipToByte()
  } while (!bits.isAtEnd)
  return Buffer.concat(blocks)
}

/** The most bytes that a block of any stream can have, before its runs are written out. */
const BLOCK_BYTES_MAX = 900_000

/** Reads the bits of bytes, the highest of each byte first. */
class BitReader {
  readonly #bytes: Uint8Array
  #at = 0
  #byte = 0
  #left = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  bit(): number {
    if (this.#left === 0) {
      this.#byte = this.#bytes[this.#at++] ?? fail()
      this.#left = 8
    }
    return (this.#byte >> --this.#left) & 1
  }

  /** A number of at most 32 bits. */
  read(count: number): number {
    let value = 0
    for (let index = 0; index < count; index++) value = (value << 1) | this.bit()
    return value >>> 0
  }

  skipToByte(): void {
    this.#left = 0
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length
  }
}

/** Reads the beginning of a stream, and returns the most bytes that each of its blocks can have. */
function readStreamHeader(bits: BitReader): number {
  const [name, level] = [bits.read(24), bits.read(8) - 0x30]
  if (name !== 0x425a68 || level < 1 || level > 9) throw damaged()
  return level * 100_000
}

/** Whether another block follows instead of the end of the stream. */
function readsBlockHeader(bits: BitReader): boolean {
  // The digits of pi mark a block, and the digits of its square root mark the end.
  const [high, low] = [bits.read(24), bits.read(24)]
  if (high === 0x314159 && low === 0x265359) return true
  if (high === 0x177245 && low === 0x385090) return false
  throw damaged()
}

/** Reads a block, of which runs of equal bytes are still shortened. It is sorted in `scratch`, which has room for the longest one. */
async function readBlock(bits: BitReader, scratch: Uint8Array): Promise<Uint8Array> {
  // Versions of bzip2 before 1997 could shuffle a block.
  if (bits.bit() === 1) throw damaged()
  const start = bits.read(24)
  const alphabet = readAlphabet(bits)
  const codeCount = bits.read(3)
  const selectors = readSelectors(bits, codeCount)
  const codes = Array.from({ length: codeCount }, () => readCode(bits, alphabet.length + 2))
  return unsort(await readSymbols(bits, alphabet, codes, selectors, scratch), start)
}

/** The values that bytes of the block have, in ascending order. */
function readAlphabet(bits: BitReader): number[] {
  const groups = bits.read(16)
  const alphabet: number[] = []
  for (let group = 0; group < 16; group++) {
    if (((groups >> (15 - group)) & 1) === 0) continue
    const members = bits.read(16)
    for (let member = 0; member < 16; member++) if ((members >> (15 - member)) & 1) alphabet.push(group * 16 + member)
  }
  return alphabet
}

/** The number of the code for each run of fifty symbols. */
function readSelectors(bits: BitReader, codeCount: number): number[] {
  const recent = Array.from({ length: codeCount }, (_, index) => index)
  return Array.from({ length: bits.read(15) }, () => {
    let position = 0
    while (bits.bit() === 1) if (++position >= codeCount) throw damaged()
    return moveToFront(recent, position)
  })
}

/** The most bits of a symbol. */
const BITS_MAX = 20

/** A Huffman code: how many symbols each number of bits has, and the symbols in the order of their codes. */
interface Code {
  readonly counts: readonly number[]
  readonly symbols: readonly number[]
}

/** Reads the number of bits of each symbol, each as the difference to the one before. */
function readCode(bits: BitReader, symbolCount: number): Code {
  let length = bits.read(5)
  const lengths = Array.from({ length: symbolCount }, () => {
    while (bits.bit() === 1) length += bits.bit() === 1 ? -1 : 1
    if (length < 1 || length > BITS_MAX) throw damaged()
    return length
  })
  const counts = Array.from({ length: BITS_MAX + 1 }, (_, bitCount) => lengths.filter((each) => each === bitCount).length)
  const symbols = lengths.map((_, symbol) => symbol).toSorted((a, b) => (lengths[a] ?? fail()) - (lengths[b] ?? fail()))
  return { counts, symbols }
}

/** Reads one symbol. Codes of one length are consecutive numbers, which follow the numbers of the shorter codes. */
function readSymbol(bits: BitReader, { counts, symbols }: Code): number {
  let [code, first, index] = [0, 0, 0]
  for (let length = 1; length <= BITS_MAX; length++) {
    code |= bits.bit()
    const count = counts[length] ?? fail()
    if (code - first < count) return symbols[index + code - first] ?? fail()
    index += count
    first = (first + count) << 1
    code <<= 1
  }
  throw damaged()
}

/** Number of symbols after which another code may follow. */
const SYMBOLS_PER_SELECTOR = 50

/** Number of symbols that are read before other calls may run. */
const SYMBOLS_AT_ONCE = 20_000

/** Reads the sorted bytes of a block into `bytes`, and returns the part that they fill. Each symbol is a position among the recent bytes, or a part of the length of a run. */
async function readSymbols(
  bits: BitReader,
  alphabet: number[],
  codes: readonly Code[],
  selectors: readonly number[],
  bytes: Uint8Array,
): Promise<Uint8Array> {
  const end = alphabet.length + 1
  let [size, run, digit] = [0, 0, 1]
  for (let count = 0; ; count++) {
    if (count % SYMBOLS_AT_ONCE === SYMBOLS_AT_ONCE - 1) await yieldToEventLoop()
    const symbol = readSymbol(bits, codes[selectors[Math.floor(count / SYMBOLS_PER_SELECTOR)] ?? fail()] ?? fail())
    if (symbol <= 1) {
      // The length of a run is written in base two, with the digits one and two, the lowest first.
      run += digit << symbol
      digit <<= 1
      if (size + run > bytes.length) throw damaged()
      continue
    }
    if (run > 0) {
      bytes.fill(alphabet[0] ?? fail(), size, size + run)
      size += run
      run = 0
      digit = 1
    }
    if (symbol === end) return bytes.subarray(0, size)
    if (size >= bytes.length) throw damaged()
    bytes[size++] = moveToFront(alphabet, symbol - 1)
  }
}

/** Undoes the Burrows-Wheeler transform: the order in which the bytes stood before they were sorted. */
function unsort(bytes: Uint8Array, start: number): Uint8Array {
  if (start >= bytes.length) throw damaged()
  const places = new Uint32Array(256)
  for (const byte of bytes) places[byte] = (places[byte] ?? fail()) + 1
  let sum = 0
  for (const [byte, count] of places.entries()) {
    places[byte] = sum
    sum += count
  }
  const following = new Uint32Array(bytes.length)
  for (const [index, byte] of bytes.entries()) {
    const place = places[byte] ?? fail()
    following[place] = index
    places[byte] = place + 1
  }
  let next = start
  return bytes.map(() => {
    next = following[next] ?? fail()
    return bytes[next] ?? fail()
  })
}

/** Equal bytes after which a byte says how many more follow, at most 255. */
const RUN = 4
const MORE_MAX = 255

/** Writes out the runs of equal bytes. Throws a `RangeError` if they are more than `bytesMax`. */
function expandRuns(bytes: Uint8Array, bytesMax: number): Uint8Array {
  const expanded = new Uint8Array(Math.min(bytesMax, Math.ceil(bytes.length / (RUN + 1)) * (RUN + MORE_MAX)))
  let [size, equal, previous] = [0, 0, -1]
  for (const byte of bytes) {
    const isLength = equal === RUN
    const count = isLength ? byte : 1
    if (size + count > expanded.length) throw new RangeError(`The bytes are more than ${bytesMax}.`)
    expanded.fill(isLength ? previous : byte, size, size + count)
    size += count
    equal = isLength ? 0 : byte === previous ? equal + 1 : 1
    previous = isLength ? -1 : byte
  }
  return expanded.slice(0, size)
}

/** The checksum of bzip2: CRC-32 with the highest bit first, unlike that of zip. */
function checksumOf(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) crc = (crc << 8) ^ (CRC_TABLE[(crc >>> 24) ^ byte] ?? fail())
  return ~crc >>> 0
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 24
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x80000000 ? (crc << 1) ^ 0x04c11db7 : crc << 1
  return crc >>> 0
})

/** Takes an item to the beginning of an array, and returns it. */
function moveToFront(items: number[], position: number): number {
  const item = items[position] ?? fail()
  for (let index = position; index > 0; index--) items[index] = items[index - 1] ?? fail()
  items[0] = item
  return item
}

/** Throws the error for an index outside a table, the result of damaged bytes. */
function fail(): never {
  throw damaged()
}

function damaged(): Error {
  return new Error('The bytes are not compressed with bzip2, or damaged.')
}
