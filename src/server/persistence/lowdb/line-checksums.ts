import { checksum } from '../../../kernel/support/checksum.ts'

/** The start of the line that holds the checksums of all other lines. */
const BEGIN = '  "checksums": "'
const DIGITS = 8
const NO_LINE = new Uint8Array()

const [QUOTE, COMMA, CARRIAGE_RETURN, LINE_FEED] = [0x22, 0x2c, 0x0d, 0x0a]

/**
 * The checksums of lines, concatenated: CRC-32 in hexadecimal. Trailing commas and line breaks are ignored, so that a line keeps
 * its checksum when lines are added after it. A file with a damaged comma or line break is not JSON.
 */
export function checksumLines(text: string): string {
  return splitLines(Buffer.from(text)).map(writeChecksum).join('')
}

/** The line that holds the checksums of all other lines, in their order. */
export function checksumLine(checksums: string): string {
  return `${BEGIN}${checksums}",\n`
}

/** The first line of a file that doesn't match its checksum. */
export interface DamagedLine {
  readonly number: number
  readonly text: string
}

/**
 * Compares the lines of a file with its checksums. Returns `undefined` if the file has no checksums, because an earlier version
 * wrote it or a person removed them.
 */
export function checkLines(bytes: Uint8Array): 'sound' | 'cut' | DamagedLine | undefined {
  const lines = splitLines(bytes)
  const at = lines.findLastIndex((line) => line[BEGIN.indexOf('"')] === QUOTE && decodeBytes(line).startsWith(BEGIN))
  const checksums = /^ {2}"checksums": "(.*)"$/.exec(decodeBytes(lines[at] ?? NO_LINE))?.[1]
  // A truncated checksum line is found by the JSON parser.
  if (checksums === undefined) return undefined
  const others = lines.toSpliced(at, 1)
  const isCut = others.length * DIGITS < checksums.length
  const wrong = others.findIndex((line, i) => writeChecksum(line) !== checksums.slice(i * DIGITS, (i + 1) * DIGITS))
  const line = others[wrong]
  if (!line) return isCut ? 'cut' : 'sound'
  if (isCut && wrong === others.length - 1) return 'cut'
  return { number: wrong < at ? wrong + 1 : wrong + 2, text: decodeBytes(line) }
}

function writeChecksum(line: Uint8Array): string {
  return checksum(line).toString(16).padStart(DIGITS, '0')
}

/** The lines of a text without their line endings. A final line break doesn't start another line. */
function splitLines(bytes: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = []
  for (let from = 0; from < bytes.length;) {
    const next = bytes.indexOf(LINE_FEED, from)
    let end = next === -1 ? bytes.length : next
    const following = end + 1
    if (end > from && bytes[end - 1] === CARRIAGE_RETURN) end--
    if (end > from && bytes[end - 1] === COMMA) end--
    lines.push(bytes.subarray(from, end))
    from = following
  }
  return lines
}

function decodeBytes(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('utf8')
}
