import { pickMapped } from '../../../kernel/support/objects.ts'

/** The texts of all addresses: of stores, customers and orders. */
export const ADDRESS_TEXTS = [
  'address1',
  'address2',
  'city',
  'province',
  'province_code',
  'postal_code',
  'country',
  'country_code',
] as const

/** The texts of an unknown address. */
export const BLANK_ADDRESS: { readonly [Name in (typeof ADDRESS_TEXTS)[number]]: string } = Object.freeze({
  address1: '',
  address2: '',
  city: '',
  province: '',
  province_code: '',
  postal_code: '',
  country: '',
  country_code: '',
})

type Coordinate = 'longitude' | 'latitude'

/** Reads the coordinates of an address in a body, as far as it has them. They may be numeric texts. */
export function coordinatesIn(address: { readonly [Name in Coordinate]?: number | string | undefined }): {
  [Name in Coordinate]?: number
} {
  return pickMapped<Coordinate, number | string, number>(address, ['longitude', 'latitude'], Number)
}
