import type { Flawed, Validators } from '../../../kernel/contract/check.ts'
import type { FieldError } from '../../../kernel/world/errors.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { refuseInvalid } from '../../model/errors.ts'
import { renderLinks } from '../../rules/answers/links.ts'
import type { BodyChecks, Operations } from '../../rules/requests/operation.ts'
import { selectPage } from '../../rules/requests/paging.ts'
import { bodyOfNew, mistakesInNew } from '../../rules/requests/put.ts'
import { refuseReadOnly, storeOrThrow } from '../../model/stores/store.ts'
import { changeImage, makeImage } from '../../rules/products/images.ts'
import {
  findProductMistakes,
  changeProduct,
  makeProduct,
  type NewProduct,
  productMistakes,
  removeProduct,
} from '../../rules/products/make.ts'
import { productAt } from './path.ts'
import { imageOrThrow, images, products, variantOrThrow, variants } from '../../model/products/product.ts'
import { changeVariant, makeVariant, removeVariant } from '../../rules/products/variants.ts'
import { imageView, productView, variantView } from './view.ts'

export const productOperations = {
  getProducts({ tx, path, query }) {
    const store = storeOrThrow(tx, path.store_id)
    const all = tx.range(products.inStore, { store_id: store.id })
    return {
      store_id: store.id,
      products: selectPage(all, query).map((product) => productView(tx, store, product)),
      total_items: all.count,
      _links: renderLinks(tx, 'ProductCollection', { store_id: store.id }),
    }
  },

  createProduct({ tx, path, body }) {
    const store = storeOrThrow(tx, path.store_id)
    refuseInvalid(productMistakes(body))
    return productView(tx, store, makeProduct(tx, store, body))
  },

  getProduct({ tx, path }) {
    const { store, product } = productAt(tx, path)
    return productView(tx, store, product)
  },

  setProduct({ tx, path, body, checks }) {
    const store = storeOrThrow(tx, path.store_id)
    const known = tx.first(products.key, { store_id: store.id, id: path.product_id })
    const given = { ...body, id: path.product_id }
    const product = known
      ? changeProduct(tx, known, body)
      : makeProduct(tx, store, bodyOfNew(checks, 'createProduct', given, newMistakes(checks, given)))
    return productView(tx, store, product)
  },

  updateProduct({ tx, path, body }) {
    const { store, product } = productAt(tx, path)
    return productView(tx, store, changeProduct(tx, product, body))
  },

  deleteProduct({ tx, path }) {
    const { store, product } = productAt(tx, path)
    refuseReadOnly(store)
    removeProduct(tx, product)
  },

  getProductVariants({ tx, path, query }) {
    const ids = idsOf(tx, path)
    const all = tx.range(variants.ofProduct, ids)
    return {
      ...ids,
      variants: selectPage(all, query).map((variant) => variantView(tx, variant)),
      total_items: all.count,
      _links: renderLinks(tx, 'ProductVariantCollection', ids),
    }
  },

  createProductVariant({ tx, path, body }) {
    return variantView(tx, makeVariant(tx, productAt(tx, path).product, body))
  },

  getProductVariant({ tx, path }) {
    return variantView(tx, variantOrThrow(tx, productAt(tx, path).product, path.variant_id))
  },

  setProductVariant({ tx, path, body, checks }) {
    const { product } = productAt(tx, path)
    const { variant_id: id } = path
    const known = tx.first(variants.key, { store_id: product.store_id, product_id: product.id, id })
    const variant = known
      ? changeVariant(tx, known, body)
      : makeVariant(tx, product, bodyOfNew(checks, 'createProductVariant', { title: product.title, ...body, id }))
    return variantView(tx, variant)
  },

  updateProductVariant({ tx, path, body }) {
    const variant = variantOrThrow(tx, productAt(tx, path).product, path.variant_id)
    return variantView(tx, changeVariant(tx, variant, body))
  },

  deleteProductVariant({ tx, path }) {
    const { store, product } = productAt(tx, path)
    const variant = variantOrThrow(tx, product, path.variant_id)
    refuseReadOnly(store)
    removeVariant(tx, product, variant)
  },

  getProductImages({ tx, path, query }) {
    const ids = idsOf(tx, path)
    const all = tx.range(images.ofProduct, ids)
    return {
      ...ids,
      images: selectPage(all, query).map((image) => imageView(tx, image)),
      total_items: all.count,
      _links: renderLinks(tx, 'ProductImageCollection', ids),
    }
  },

  createProductImage({ tx, path, body }) {
    return imageView(tx, makeImage(tx, productAt(tx, path).product, body))
  },

  getProductImage({ tx, path }) {
    return imageView(tx, imageOrThrow(tx, productAt(tx, path).product, path.image_id))
  },

  updateProductImage({ tx, path, body }) {
    const image = imageOrThrow(tx, productAt(tx, path).product, path.image_id)
    return imageView(tx, changeImage(tx, image, body))
  },

  deleteProductImage({ tx, path }) {
    const { store, product } = productAt(tx, path)
    const image = imageOrThrow(tx, product, path.image_id)
    refuseReadOnly(store)
    tx.remove(images, image)
  },
} satisfies Partial<Operations>

export const productBodyChecks = {
  createProduct: ({ body }) => productMistakes(body),
  setProduct({ tx, path, body, checks }) {
    const { store_id, product_id: id } = path
    const known = tx.first(products.key, { store_id, id })
    return known ? findProductMistakes(tx, known, body) : newMistakes(checks, { ...body, id })
  },
  updateProduct: ({ tx, path, body }) => findProductMistakes(tx, productAt(tx, path).product, body),
  setProductVariant({ tx, path, body, checks }) {
    const { store_id, product_id, variant_id: id } = path
    const known = tx.first(variants.key, { store_id, product_id, id })
    return known ? [] : mistakesInNew(checks, 'createProductVariant', { title: '', ...body, id })
  },
} satisfies BodyChecks

/** Lists everything that is wrong with the body of a product that a PUT creates. */
function newMistakes(checks: Validators, body: Flawed<NewProduct>): readonly FieldError[] {
  return [...mistakesInNew(checks, 'createProduct', body), ...productMistakes(body)]
}

/** The ids by which the collections of a product name it. Throws a 404 if it does not exist. */
function idsOf(tx: ReadTx, path: Parameters<typeof productAt>[1]) {
  const { product } = productAt(tx, path)
  return { store_id: product.store_id, product_id: product.id }
}
