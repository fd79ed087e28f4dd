import { makeFile, makeFileFolder } from '../../src/service/rules/files/make.ts'
import { plantAccount } from '../../src/service/rules/root/account.ts'
import { mock } from '../mock.ts'

export const BASE = 'http://maildouble.test'

/** Bytes in base64, given as Latin-1 text. */
export const base64 = (text: string): string => Buffer.from(text, 'latin1').toString('base64')

/** A big-endian number of some bytes, as Latin-1 text. */
export const number = (value: number, bytes: number): string =>
  String.fromCharCode(...Array.from({ length: bytes }, (_, i) => (value >>> (8 * (bytes - 1 - i))) & 0xff))

/** The header of a PNG image with a size. */
export const png = (width: number, height: number): string =>
  `\x89PNG\r\n\x1a\n${number(13, 4)}IHDR${number(width, 4)}${number(height, 4)}\x08\x06\0\0\0`

export const TEXT = base64('hello')

/** A world with the folders 1 (Logos) and 2 (Papers), and the files 1 (a.txt, in no folder) and 2 (logo.png, in Logos). */
export async function withFiles() {
  const world = mock()
  await world.plant((tx) => {
    plantAccount(tx, { first_name: 'Ada', last_name: 'Lovelace' })
    makeFileFolder(tx, { name: 'Logos' })
    makeFileFolder(tx, { name: 'Papers' })
    makeFile(tx, { name: 'a.txt', file_data: TEXT })
    makeFile(tx, { name: 'logo.png', file_data: base64(png(700, 400)), folder_id: 1 })
  })
  const { call, app } = world
  return {
    ...world,
    upload: (fields: object = {}) => call('POST /3.0/file-manager/files', { name: 'b.txt', file_data: TEXT, ...fields }),
    file: async (id: number) => (await call(`GET /3.0/file-manager/files/${id}`)).body,
    folder: async (id: number) => (await call(`GET /3.0/file-manager/folders/${id}`)).body,
    /** The response to a visitor without a credential. */
    visit: async (url: string, init: RequestInit = {}) => app.request(url, init),
  }
}
