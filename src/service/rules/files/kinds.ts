/** The extensions of files that are images, with their content types. */
const IMAGES: { readonly [extension: string]: string } = {
  jpg: 'image/jpeg',
  jpe: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  png: 'image/png',
  bmp: 'image/bmp',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  svg: 'image/svg+xml',
}

/** The other extensions that can be uploaded, with their content types. */
const OTHERS: { readonly [extension: string]: string } = {
  txt: 'text/plain; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  log: 'text/plain; charset=utf-8',
  css: 'text/css; charset=utf-8',
  ics: 'text/calendar; charset=utf-8',
  psd: 'image/vnd.adobe.photoshop',
  indd: 'application/x-indesign',
  ai: 'application/postscript',
  eps: 'application/postscript',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  rtf: 'application/rtf',
  odt: 'application/vnd.oasis.opendocument.text',
  ott: 'application/vnd.oasis.opendocument.text-template',
  pdf: 'application/pdf',
  pub: 'application/x-mspublisher',
  pages: 'application/vnd.apple.pages',
  mobi: 'application/x-mobipocket-ebook',
  epub: 'application/epub+zip',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  m4v: 'video/x-m4v',
  wma: 'audio/x-ms-wma',
  ogg: 'audio/ogg',
  flac: 'audio/flac',
  wav: 'audio/wav',
  aif: 'audio/aiff',
  aifc: 'audio/aiff',
  aiff: 'audio/aiff',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  avi: 'video/x-msvideo',
  mkv: 'video/x-matroska',
  mpeg: 'video/mpeg',
  mpg: 'video/mpeg',
  wmv: 'video/x-ms-wmv',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  numbers: 'application/vnd.apple.numbers',
  odp: 'application/vnd.oasis.opendocument.presentation',
  ppt: 'application/vnd.ms-powerpoint',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  pps: 'application/vnd.ms-powerpoint',
  key: 'application/vnd.apple.keynote',
  zip: 'application/zip',
  tar: 'application/x-tar',
  gz: 'application/gzip',
  '7z': 'application/x-7z-compressed',
  vcf: 'text/vcard; charset=utf-8',
}

const TYPES = new Map(Object.entries({ ...IMAGES, ...OTHERS }))

/** The extensions that can be uploaded. */
export const extensions: readonly string[] = [...TYPES.keys()]

/** The content type of an extension in lower case, or `undefined` if such files can't be uploaded. */
export function findContentType(extension: string): string | undefined {
  return TYPES.get(extension)
}

/** Whether files with an extension are images. */
export function isImage(extension: string): boolean {
  return Object.hasOwn(IMAGES, extension)
}

/** A kind of content that is known by its first bytes, and the extensions that fit it; the first is that of the kind itself. */
interface FileSignature {
  readonly extensions: readonly [string, ...string[]]
  readonly matches: (bytes: Uint8Array) => boolean
}

const SIGNATURES: readonly FileSignature[] = [
  { extensions: ['png'], matches: beginsWith('\x89PNG\r\n\x1a\n') },
  { extensions: ['gif'], matches: either(beginsWith('GIF87a'), beginsWith('GIF89a')) },
  { extensions: ['jpg', 'jpe', 'jpeg'], matches: beginsWith('\xff\xd8\xff') },
  { extensions: ['bmp'], matches: isBitmap },
  { extensions: ['tif', 'tiff'], matches: either(beginsWith('II*\0'), beginsWith('MM\0*')) },
  { extensions: ['pdf', 'ai'], matches: beginsWith('%PDF-') },
  {
    extensions: ['zip', 'docx', 'xlsx', 'pptx', 'odt', 'ott', 'ods', 'odp', 'epub', 'pages', 'numbers', 'key'],
    matches: either(beginsWith('PK\x03\x04'), beginsWith('PK\x05\x06')),
  },
  { extensions: ['gz'], matches: beginsWith('\x1f\x8b\x08') },
  {
    extensions: ['mp3'],
    matches: either(beginsWith('ID3'), beginsWith('\xff\xfb'), beginsWith('\xff\xf3'), beginsWith('\xff\xf2')),
  },
  { extensions: ['mp4', 'm4a', 'm4v', 'mov'], matches: (bytes) => textAt(bytes, 4, 4) === 'ftyp' },
  { extensions: ['wav'], matches: (bytes) => textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 4) === 'WAVE' },
  { extensions: ['ogg'], matches: beginsWith('OggS') },
]

/** The extension of some content that is named with another one: the same, unless the content is of a known kind that it does not fit. */
export function fittingExtension(extension: string, bytes: Uint8Array): string {
  const kind = SIGNATURES.find(({ matches }) => matches(bytes))
  return !kind || kind.extensions.includes(extension) ? extension : kind.extensions[0]
}

/** Some bytes as Latin-1 text. */
export function textAt(bytes: Uint8Array, from: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(from, from + length))
}

function beginsWith(text: string): FileSignature['matches'] {
  return (bytes) => textAt(bytes, 0, text.length) === text
}

function either(...all: readonly FileSignature['matches'][]): FileSignature['matches'] {
  return (bytes) => all.some((matches) => matches(bytes))
}

/** The sizes of the header that follows the one of the file, by version of the format. */
const BITMAP_HEADERS: readonly number[] = [12, 40, 52, 56, 64, 108, 124]

/** Two letters are too little to tell a bitmap from a text, so the size of its second header counts as well. */
function isBitmap(bytes: Uint8Array): boolean {
  if (textAt(bytes, 0, 2) !== 'BM' || bytes.length < 26) return false
  return BITMAP_HEADERS.includes(new DataView(bytes.buffer, bytes.byteOffset).getUint32(14, true))
}
