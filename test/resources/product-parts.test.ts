import { describe, expect, test } from 'vitest'
import type { Body } from '../mock.ts'
import { HAT, PRODUCTS, withProduct } from './commerce-world.ts'
import { AT_START, LATER } from './member-world.ts'

const VARIANTS = `${HAT}/variants`
const BLUE = `${VARIANTS}/hat-blue`
const IMAGES = `${HAT}/images`

const fieldsIn = (body: Body): string[] => body.errors.map(({ field }: Body) => field)

describe('createProductVariant', () => {
  test('createProductVariant adds a variant, and answers it', async () => {
    const { call } = await withProduct()
    const { body } = await call(`POST ${VARIANTS}`, { id: 7, title: 'Red', price: '1.00005', visibility: 'yes' })
    expect(body).toMatchObject({ id: '7', title: 'Red', sku: '', price: 1.0001, visibility: 'yes', updated_at: AT_START })
  })

  test('variants of two products can have the same id', async () => {
    const { call } = await withProduct()
    const other = { id: 'cap', title: 'Cap', variants: [{ id: 'hat-blue', title: 'Blue' }] }
    expect((await call(`POST ${PRODUCTS}`, other)).status).toBe(200)
  })
})

describe('updateProductVariant', () => {
  test('updateProductVariant changes the given members', async () => {
    const { call, pass } = await withProduct()
    await pass('PT5M')
    const { body } = await call(`PATCH ${BLUE}`, { id: 'ignored', inventory_quantity: 4 })
    expect(body).toMatchObject({ id: 'hat-blue', title: 'Blue', inventory_quantity: 4, created_at: AT_START, updated_at: LATER })
  })
})

describe('setProductVariant', () => {
  test('setProductVariant creates a variant with the title of its product, and then changes it', async () => {
    const { call } = await withProduct()
    const created = await call(`PUT ${VARIANTS}/red`, { id: 'ignored', price: 3 })
    expect(created).toMatchObject({ status: 200, body: { id: 'red', title: 'Hat', price: 3 } })
    const changed = await call(`PUT ${VARIANTS}/red`, { title: 'Red' })
    expect(changed).toMatchObject({ status: 200, body: { id: 'red', title: 'Red', price: 3 } })
    expect((await call(`GET ${VARIANTS}`)).body.total_items).toBe(2)
  })

  test('setProductVariant rejects an id of the path that no variant may have', async () => {
    const { call } = await withProduct()
    expect(fieldsIn((await call(`PUT ${VARIANTS}/${'x'.repeat(256)}`, {})).body)).toEqual(['id'])
  })
})

describe('getProductVariants', () => {
  test('getProductVariants pages through the variants', async () => {
    const { call } = await withProduct()
    const { body } = await call(`GET ${VARIANTS}`)
    expect(body).toMatchObject({ store_id: 'acme-shop', product_id: 'hat', variants: [{ id: 'hat-blue' }], total_items: 1 })
  })
})

describe('deleteProductVariant', () => {
  test('the last variant of a product cannot be deleted', async () => {
    const { call } = await withProduct()
    await call(`POST ${VARIANTS}`, { id: 'red', title: 'Red' })
    expect((await call(`DELETE ${BLUE}`)).status).toBe(204)
    expect((await call(`DELETE ${VARIANTS}/red`)).body).toMatchObject({
      title: 'Bad Request',
      detail: expect.stringContaining('Delete the product itself instead'),
    })
  })
})

describe('createProductImage', () => {
  test('createProductImage adds an image, and answers it', async () => {
    const { call } = await withProduct()
    const { body } = await call(`POST ${IMAGES}`, { id: 'front', url: 'https://a.test/1.png' })
    expect(body).toMatchObject({ id: 'front', url: 'https://a.test/1.png', variant_ids: [] })
  })
})

describe('updateProductImage', () => {
  test('updateProductImage replaces variant_ids as a whole, whether or not the variants exist', async () => {
    const { call } = await withProduct({ images: [{ id: 'front', url: 'u', variant_ids: ['hat-blue'] }] })
    const { body } = await call(`PATCH ${IMAGES}/front`, { id: 'ignored', variant_ids: [7, 'none'] })
    expect(body).toMatchObject({ id: 'front', url: 'u', variant_ids: ['7', 'none'] })
    expect((await call(`PATCH ${IMAGES}/front`, { url: 'v' })).body).toMatchObject({ url: 'v', variant_ids: ['7', 'none'] })
    expect((await call(`PATCH ${IMAGES}/front`, { variant_ids: [] })).body.variant_ids).toEqual([])
  })
})

describe('getProductImages, deleteProductImage', () => {
  test('getProductImages pages through the images that are left', async () => {
    const { call } = await withProduct({ images: ['a', 'b'].map((id) => ({ id, url: id })) })
    expect((await call(`DELETE ${IMAGES}/a`)).status).toBe(204)
    const { body } = await call(`GET ${IMAGES}`)
    expect(body).toMatchObject({ product_id: 'hat', images: [{ id: 'b' }], total_items: 1 })
  })
})
