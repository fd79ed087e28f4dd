import { describe, expect, test } from 'vitest'
import { lines } from '../../src/service/model/lines/line.ts'
import type { Body } from '../mock.ts'
import { HAT, PRODUCTS, STORES, withProduct, withStore } from './commerce-world.ts'
import { AT_START, ID, LATER } from './member-world.ts'
import { missing } from '../service-texts.ts'

const NEW = {
  id: 'hat',
  title: 'Hat',
  variants: [{ id: 'hat-blue', title: 'Blue', price: '17.50' }],
  images: [{ id: 'front', url: 'https://shop.acme.test/hat.png', variant_ids: ['hat-blue', 7] }],
}

const fieldsIn = (body: Body): string[] => body.errors.map(({ field }: Body) => field)

describe('createProduct', () => {
  test('createProduct answers the product with empty texts for what was not sent', async () => {
    const { call } = await withStore({ currency_code: 'eur' })
    const { body } = await call(`POST ${PRODUCTS}`, NEW)
    expect(body).toMatchObject({
      id: 'hat',
      currency_code: 'EUR',
      handle: '',
      vendor: '',
      published_at_foreign: '',
      variants: [{ id: 'hat-blue', price: 17.5, inventory_quantity: 0, backorders: '', created_at: AT_START }],
      images: [{ id: 'front', url: 'https://shop.acme.test/hat.png', variant_ids: ['hat-blue', '7'] }],
    })
  })

  test('createProduct keeps every member that it takes', async () => {
    const { call } = await withStore()
    const texts = { handle: 'h', url: 'u', description: 'd', type: 't', vendor: 'v', image_url: 'i' }
    const variant = {
      id: 'hat',
      title: 'Hat',
      url: 'u',
      sku: 's',
      price: -1.5,
      inventory_quantity: 3,
      image_url: 'i',
      backorders: 'no',
      visibility: 'visible',
    }
    const published = { published_at_foreign: '2026-01-12T10:00:00+01:00', currency_code: 'EUR', created_at: 'ignored' }
    const { body } = await call(`POST ${PRODUCTS}`, { ...NEW, ...texts, ...published, variants: [variant] })
    expect(body).toMatchObject({
      ...texts,
      variants: [variant],
      published_at_foreign: '2026-01-12T09:00:00+00:00',
      currency_code: 'USD',
    })
  })

  test('ids that are numbers are kept and answered as texts', async () => {
    const { call } = await withStore()
    const { body } = await call(`POST ${PRODUCTS}`, { id: 1e21, title: 'Hat', variants: [{ id: 7, title: 'Blue' }] })
    expect(body).toMatchObject({ id: '1000000000000000000000', variants: [{ id: '7' }] })
    expect((await call(`GET ${PRODUCTS}/1000000000000000000000/variants/7`)).status).toBe(200)
  })

  test('two stores can have products of the same id, and case counts', async () => {
    const { call } = await withProduct()
    await call(`POST ${STORES}`, { id: 'other', list_id: ID, name: 'Other', currency_code: 'USD' })
    expect((await call(`POST ${STORES}/other/products`, NEW)).status).toBe(200)
    expect((await call(`POST ${PRODUCTS}`, { ...NEW, id: 'HAT' })).status).toBe(200)
  })

  test('createProduct rejects two variants or images with the same id', async () => {
    const { call } = await withStore()
    const twice = [7, '7'].map((id) => ({ id, title: 'Blue' }))
    expect((await call(`POST ${PRODUCTS}`, { ...NEW, variants: twice })).body.detail).toBe(
      'Not processed. A variant with the provided ID already exists in the account.',
    )
    const image = { id: 'front', url: 'u' }
    expect((await call(`POST ${PRODUCTS}`, { ...NEW, images: [image, image] })).body.detail).toBe(
      'Not processed. An image with the provided ID already exists in the account.',
    )
    expect((await call(`GET ${PRODUCTS}`)).body.total_items).toBe(0)
  })
})

describe('updateProduct', () => {
  test('updateProduct changes the given members; variants and images that are left out stay', async () => {
    const { call, pass } = await withProduct({ vendor: 'Acme', images: [{ id: 'front', url: 'u' }] })
    await pass('PT5M')
    const { body } = await call(`PATCH ${HAT}`, {
      id: 'ignored',
      title: 'Cap',
      published_at_foreign: '2026-01-12',
      variants: [
        { id: 'hat-blue', price: 9 },
        { id: 'hat-red', title: 'Red' },
        { id: 'hat-red', sku: 'R' },
      ],
      images: [
        { id: 'back', url: 'b' },
        { id: 'front', variant_ids: [1] },
      ],
    })
    expect(body).toMatchObject({
      id: 'hat',
      title: 'Cap',
      vendor: 'Acme',
      published_at_foreign: '2026-01-12T00:00:00+00:00',
      variants: [
        { id: 'hat-blue', title: 'Blue', price: 9, created_at: AT_START, updated_at: LATER },
        { id: 'hat-red', title: 'Red', sku: 'R', created_at: LATER },
      ],
      images: [
        { id: 'front', url: 'u', variant_ids: ['1'] },
        { id: 'back', url: 'b' },
      ],
    })
    expect((await call(`PATCH ${HAT}`, { published_at_foreign: '' })).body.published_at_foreign).toBe('')
  })

  test('empty arrays and an empty body change nothing', async () => {
    const { call, pass } = await withProduct({ images: [{ id: 'front', url: 'u' }] })
    const { body: before } = await call(`GET ${HAT}`)
    await pass('PT5M')
    expect((await call(`PATCH ${HAT}`, { variants: [], images: [] })).body).toEqual(before)
    expect((await call(`PATCH ${HAT}`, {})).body).toEqual(before)
    expect((await call(`PATCH ${HAT}`, { variants: [{ id: 'hat-blue', title: 'Blue', price: '0.00' }] })).body).toEqual(before)
  })

  test('an entry without an id changes the only variant and the only image', async () => {
    const { call } = await withProduct({ images: [{ id: 'front', url: 'u' }] })
    const { body } = await call(`PATCH ${HAT}`, { variants: [{ title: 'Navy' }], images: [{ url: 'v' }] })
    expect(body).toMatchObject({ variants: [{ id: 'hat-blue', title: 'Navy' }], images: [{ id: 'front', url: 'v' }] })
  })

  test('incomplete entries are named, and nothing is changed', async () => {
    const { call } = await withProduct({ variants: ['a', 'b'].map((id) => ({ id, title: id })) })
    const { status, body } = await call(`PATCH ${HAT}`, {
      title: 'Cap',
      variants: [{ id: 'a', title: 'A' }, { title: 'B' }, { id: 'c' }],
      images: [{ url: 'u' }, { id: 'front' }],
    })
    expect(status).toBe(400)
    expect(body.title).toBe('Invalid Resource')
    expect(body.errors).toEqual([
      { field: 'variants.item:1', message: missing('id') },
      { field: 'variants.item:2', message: missing('title') },
      { field: 'images.item:0', message: missing('id') },
      { field: 'images.item:1', message: missing('url') },
    ])
    expect((await call(`GET ${HAT}`)).body).toMatchObject({ title: 'Hat', variants: [{ title: 'a' }, { title: 'b' }] })
  })
})

describe('setProduct', () => {
  test('setProduct creates a product by the id of the path, and then changes it', async () => {
    const { call } = await withStore()
    const path = `${PRODUCTS}/a%2Fb%20c`
    const { body } = await call(`PUT ${path}`, { ...NEW, id: 9 })
    expect(body).toMatchObject({ id: 'a/b c', title: 'Hat', variants: [{ id: 'hat-blue' }], images: [{ id: 'front' }] })
    expect(body._links[0].href).toMatch(/\/products\/a%2Fb%20c$/)
    const changed = await call(`PUT ${path}`, { title: 'Cap' })
    expect(changed).toMatchObject({ status: 200, body: { id: 'a/b c', title: 'Cap', variants: [{ id: 'hat-blue' }] } })
    expect((await call(`PUT ${path}`, { title: 'Cap' })).body).toEqual(changed.body)
    expect((await call(`GET ${PRODUCTS}`)).body.total_items).toBe(1)
  })

  test('setProduct of a new product needs its title and complete variants', async () => {
    const { call } = await withStore()
    expect((await call(`PUT ${HAT}`, {})).body.errors).toEqual([{ field: '', message: missing('title', 'variants') }])
    const { body } = await call(`PUT ${HAT}`, { title: 'Hat', variants: [{ id: 'a' }] })
    expect(body.errors).toEqual([{ field: 'variants.item:0', message: missing('title') }])
    expect(fieldsIn((await call(`PUT ${HAT}`, { title: 'Hat', variants: [] })).body)).toEqual(['variants'])
  })

  test('setProduct rejects an id of the path that no product may have', async () => {
    const { call } = await withStore()
    const { status, body } = await call(`PUT ${PRODUCTS}/${'x'.repeat(256)}`, NEW)
    expect(status).toBe(400)
    expect(fieldsIn(body)).toEqual(['id'])
  })
})

describe('getProducts', () => {
  test('getProducts lists the products, oldest first', async () => {
    const { call } = await withProduct()
    await call(`POST ${PRODUCTS}`, { ...NEW, id: 'a' })
    const { body } = await call(`GET ${PRODUCTS}?since=2026&limit=1`)
    expect(body).toMatchObject({ store_id: 'acme-shop', products: [{ id: 'hat' }, { id: 'a' }], total_items: 2 })
  })
})

describe('getProduct', () => {
  test('a product shows its first 50 variants, and the collection of variants has all', async () => {
    const many = Array.from({ length: 51 }, (_, i) => ({ id: `v${51 - i}`, title: 'V' }))
    const { call } = await withProduct({ variants: many })
    const shown = (await call(`GET ${HAT}`)).body.variants.map(({ id }: Body) => id)
    expect(shown).toEqual(many.slice(0, 50).map(({ id }) => id))
    expect((await call(`GET ${HAT}/variants?count=1&offset=50`)).body).toMatchObject({
      variants: [{ id: 'v1' }],
      total_items: 51,
    })
  })
})

describe('deleteProduct', () => {
  test('deleteProduct deletes variants and images as well, and frees the id', async () => {
    const { call } = await withProduct({ images: [{ id: 'front', url: 'u' }] })
    expect((await call(`DELETE ${HAT}`)).status).toBe(204)
    expect((await call(`POST ${PRODUCTS}`, { ...NEW, images: [] })).body).toMatchObject({
      variants: [{ price: 17.5 }],
      images: [],
    })
  })
})

describe('lines of deleted products and variants', () => {
  /** A world with an order of two variants of one product, and what its lines show of what is gone. */
  async function withLines() {
    const world = await withProduct({
      image_url: 'hat.png',
      vendor: 'Acme',
      variants: [
        { id: 'blue', title: 'Blue', image_url: 'blue.png' },
        { id: 'red', title: 'Red' },
      ],
    })
    await world.plant((tx) => {
      for (const product_variant_id of ['blue', 'red']) {
        tx.insert(lines, {
          store_id: 'acme-shop',
          owner: 'order',
          owner_id: 'o',
          id: product_variant_id,
          product_id: 'hat',
          product_variant_id,
          quantity: 1,
          price: 0,
          discount: 0,
          last_known: undefined,
        })
      }
    })
    const lastKnown = () =>
      world.plant((tx) =>
        tx
          .range(lines.key)
          .all()
          .map(({ last_known }) => last_known),
      )
    return { ...world, lastKnown }
  }

  const BLUE = { product_title: 'Hat', product_category: 'Acme', product_variant_title: 'Blue', image_url: 'blue.png' }
  const RED = { product_title: 'Hat', product_category: 'Acme', product_variant_title: 'Red', image_url: 'hat.png' }

  test('lines keep what they show of a deleted product', async () => {
    const { call, lastKnown } = await withLines()
    await call(`DELETE ${HAT}`)
    expect(await lastKnown()).toEqual([BLUE, RED])
  })

  test('lines keep what they show of a deleted variant, also when its product goes later', async () => {
    const { call, lastKnown } = await withLines()
    await call(`DELETE ${HAT}/variants/blue`)
    expect(await lastKnown()).toEqual([BLUE, undefined])
    await call(`PATCH ${HAT}`, { title: 'Cap' })
    await call(`DELETE ${HAT}`)
    expect(await lastKnown()).toEqual([
      { ...BLUE, product_title: 'Cap' },
      { ...RED, product_title: 'Cap' },
    ])
  })
})
