import { describe, expect, test } from 'vitest'
import { CART, LINE, LINES, refused, withCart } from './cart-world.ts'
import { HAT } from './commerce-world.ts'
import { AT_START, LATER } from './member-world.ts'

describe('createCartLine', () => {
  test('createCartLine adds a line once, and changes the cart', async () => {
    const { call, pass } = await withCart()
    await pass('PT5M')
    const { body } = await call(`POST ${LINES}`, { ...LINE, id: '2', price: '1.5' })
    expect(body).toMatchObject({ ...LINE, id: '2', price: 1.5, product_title: 'Hat' })
    expect((await call(`GET ${CART}`)).body).toMatchObject({ updated_at: LATER, lines: [{ id: '1' }, { id: '2' }] })
  })

  test.each([
    [{ ...LINE, id: '2', product_id: 'cap' }, 'Bad Request', 'A product with the provided ID'],
    [{ ...LINE, id: '2', product_variant_id: 'red' }, 'Bad Request', 'A product with the provided variant ID'],
    [{ id: '2' }, 'Invalid Resource', ''],
    [{ ...LINE, id: 2 }, 'Invalid Resource', ''],
  ])('createCartLine of %j is refused as %s', async (body, title, phrase) => {
    const world = await withCart()
    expect(await refused(world, `POST ${LINES}`, body)).toMatchObject({ title, detail: expect.stringContaining(phrase) })
  })
})

describe('getCartLines', () => {
  test('getCartLines lists the lines, oldest first', async () => {
    const { call } = await withCart()
    await call(`POST ${LINES}`, { ...LINE, id: '2' })
    const { body: page } = await call(`GET ${LINES}`)
    expect(page).toMatchObject({ store_id: 'acme-shop', cart_id: 'basket', lines: [{ id: '1' }, { id: '2' }], total_items: 2 })
  })
})

describe('updateCartLine', () => {
  test('updateCartLine changes the given members, and the cart only if something changes', async () => {
    const { call, pass } = await withCart()
    await pass('PT5M')
    expect((await call(`PATCH ${LINES}/1`, { id: 'ignored', quantity: 2 })).body).toMatchObject(LINE)
    expect((await call(`GET ${CART}`)).body.updated_at).toBe(AT_START)
    expect((await call(`PATCH ${LINES}/1`, { quantity: 3 })).body).toMatchObject({ ...LINE, quantity: 3 })
    expect((await call(`GET ${CART}`)).body.updated_at).toBe(LATER)
    expect((await call(`GET ${LINES}/1`)).body.quantity).toBe(3)
  })

  test.each([
    [{ product_id: 'cap' }, 'Bad Request', 'A product with the provided ID'],
    [{ quantity: '3' }, 'Invalid Resource', ''],
  ])('updateCartLine with %j is refused as %s', async (body, title, phrase) => {
    const world = await withCart()
    expect(await refused(world, `PATCH ${LINES}/1`, body)).toMatchObject({ title, detail: expect.stringContaining(phrase) })
  })
})

describe('deleteCartLine', () => {
  test('deleteCartLine removes a line and changes the cart, but not the last line', async () => {
    const world = await withCart()
    const { call, pass } = world
    await call(`POST ${LINES}`, { ...LINE, id: '2' })
    await pass('PT5M')
    expect((await call(`DELETE ${LINES}/1`)).status).toBe(204)
    expect((await call(`GET ${CART}`)).body).toMatchObject({ updated_at: LATER, lines: [{ id: '2' }] })
    expect(await refused(world, `DELETE ${LINES}/2`)).toMatchObject({
      title: 'Bad Request',
      detail: expect.stringContaining('Delete the cart itself'),
    })
  })
})

describe('getCartLine', () => {
  test('a line shows the titles as they are now, and the last ones of a deleted product', async () => {
    const { call } = await withCart()
    await call(`PATCH ${HAT}`, { title: 'Top hat' })
    expect((await call(`GET ${LINES}/1`)).body).toMatchObject({ product_title: 'Top hat', product_variant_title: 'Blue' })
    await call(`DELETE ${HAT}`)
    expect((await call(`GET ${LINES}/1`)).body).toMatchObject({
      ...LINE,
      product_title: 'Top hat',
      product_variant_title: 'Blue',
    })
    expect((await call(`PATCH ${LINES}/1`, { quantity: 1 })).status).toBe(200)
  })
})
