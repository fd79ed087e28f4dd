import { textAt } from './kinds.ts'

/** The size of an image in pixels; 0 if it is unknown. */
export interface Dimensions {
  readonly width: number
  readonly height: number
}

const UNKNOWN: Dimensions = { width: 0, height: 0 }

type DimensionsReader = (bytes: Uint8Array, view: DataView) => Dimensions

const readers: { readonly [extension: string]: DimensionsReader } = {
  png: (_bytes, view) => ({ width: view.getUint32(16), height: view.getUint32(20) }),
  gif: (_bytes, view) => ({ width: view.getUint16(6, true), height: view.getUint16(8, true) }),
  bmp: (_bytes, view) => sizeOfBitmap(view),
  jpg: sizeOfJpeg,
  jpe: sizeOfJpeg,
  jpeg: sizeOfJpeg,
  svg: (bytes) => sizeOfSvg(textAt(bytes, 0, SVG_BYTES_READ)),
}

/** Reads the size of an image from its header. Images that are cut off, broken or of another format have no known size. */
export function readDimensions(extension: string, bytes: Uint8Array): Dimensions {
  const read = Object.hasOwn(readers, extension) ? readers[extension] : undefined
  if (!read) return UNKNOWN
  try {
    return read(bytes, new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  } catch (error) {
    // The content ends before its size.
    if (error instanceof RangeError) return UNKNOWN
    throw error
  }
}

/** The oldest version of the format has 16-bit sizes. In the others, a negative height means that the rows begin at the top. */
function sizeOfBitmap(view: DataView): Dimensions {
  if (view.getUint32(14, true) === 12) return { width: view.getUint16(18, true), height: view.getUint16(20, true) }
  return { width: Math.abs(view.getInt32(18, true)), height: Math.abs(view.getInt32(22, true)) }
}

/** Markers of a JPEG that begin a frame, which has the size: 0xC0 to 0xCF, without those for tables. */
const TABLES: readonly number[] = [0xc4, 0xc8, 0xcc]

/** Walks over the segments of a JPEG, each with a marker and its length, up to the frame. */
function sizeOfJpeg(_bytes: Uint8Array, view: DataView): Dimensions {
  for (let at = 2; view.getUint8(at) === 0xff;) {
    const marker = view.getUint8(at + 1)
    // Any number of these bytes may precede a marker.
    if (marker === 0xff) at++
    else if (marker >= 0xc0 && marker <= 0xcf && !TABLES.includes(marker))
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    else at += 2 + Math.max(view.getUint16(at + 2), 2)
  }
  return UNKNOWN
}

/** Number of bytes in which the opening tag of an SVG image is looked for. */
const SVG_BYTES_READ = 16_384

/** The attributes of the opening tag apply; without them, the size of the view box does. */
function sizeOfSvg(text: string): Dimensions {
  const tag = /<svg\b[^>]*/i.exec(text)?.[0] ?? ''
  const [, , width = 0, height = 0] = (findTagAttribute(tag, 'viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  const pixels = (name: string, otherwise: number) => {
    const [, number] = /^\s*(\d{1,9}(?:\.\d{1,9})?)(?:px)?\s*$/.exec(findTagAttribute(tag, name) ?? '') ?? []
    return Math.round(Number(number ?? otherwise)) || 0
  }
  const size = { width: pixels('width', width), height: pixels('height', height) }
  return Object.values(size).every((each) => Number.isSafeInteger(each) && each >= 0) ? size : UNKNOWN
}

function findTagAttribute(tag: string, name: string): string | undefined {
  const [, double, single] = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'i').exec(tag) ?? []
  return double ?? single
}
