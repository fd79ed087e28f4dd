import type { Flawed, Validators } from '../../../kernel/contract/check.ts'
import type { FieldError } from '../../../kernel/world/errors.ts'
import { refuseInvalid } from '../../model/errors.ts'
import {
  imageOrThrow,
  images,
  productOrThrow,
  products,
  variantOrThrow,
  variants,
  type ImageRow,
  productFields,
  type ProductRow,
  variantFields,
  type VariantRow,
} from '../../model/products/product.ts'
import { refuseReadOnlyStore, storeOrThrow } from '../../model/stores/store.ts'
import { listRows } from '../../rules/collections/list-rows.ts'
import {
  changeImage,
  makeImage,
  changeProduct,
  mistakesInProductChange,
  makeProduct,
  type NewProduct,
  mistakesInNewProduct,
  removeProduct,
  changeVariant,
  makeVariant,
  removeVariant,
} from '../../rules/products/make.ts'
import type { BodyChecks, Operations } from '../../rules/requests/operation.ts'
import { bodyOfNew, mistakesInNew } from '../../rules/requests/put.ts'
import { instant, plain, text } from '../../model/fields.ts'
import { renderLinks } from '../../rules/answers/links.ts'
import { makeView } from '../../rules/collections/readers-and-views.ts'

/** Maximum number of variants that a product shows. */
const SHOWN_MAX = 50

const variantView = makeView<VariantRow>()({
  id: text,
  ...variantFields,
  created_at: instant,
  updated_at: instant,
  _links: (tx, { store_id, product_id, id }) => renderLinks(tx, 'ProductVariant', { store_id, product_id, variant_id: id }),
})

const imageView = makeView<ImageRow>()({
  id: text,
  url: text,
  variant_ids: plain<readonly string[]>([]),
  _links: (tx, { store_id, product_id, id }) => renderLinks(tx, 'ProductImage', { store_id, product_id, image_id: id }),
})

// Answers have this field after the variants and images.
const { published_at_foreign, ...productTexts } = productFields

const productView = makeView<ProductRow>()({
  id: text,
  currency_code: (tx, product) => storeOrThrow(tx, product).currency_code,
  ...productTexts,
  variants(tx, { store_id, id: product_id }) {
    const shown = tx.range(variants.ofProduct, { store_id, product_id }).slice(0, SHOWN_MAX)
    return shown.map((variant) => variantView(tx, variant))
  },
  images(tx, { store_id, id: product_id }) {
    const all = tx.range(images.ofProduct, { store_id, product_id }).all()
    return all.map((image) => imageView(tx, image))
  },
  published_at_foreign,
  _links: (tx, { store_id, id }) => renderLinks(tx, 'Product', { store_id, product_id: id }),
})

export const productOperations = {
  getProducts: listRows({
    schema: 'ProductCollection',
    rows: (tx, path) => tx.range(products.inStore, { store_id: storeOrThrow(tx, path).id }),
    view: productView,
    answer: (page, { store_id }) => ({ store_id, products: page }),
  }),

  createProduct({ tx, path, body }) {
    const store = storeOrThrow(tx, path)
    refuseInvalid(mistakesInNewProduct(body))
    return productView(tx, makeProduct(tx, store, body))
  },

  getProduct: ({ tx, path }) => productView(tx, productOrThrow(tx, path)),

  setProduct({ tx, path, body, checks }) {
    const store = storeOrThrow(tx, path)
    const { store_id, product_id: id } = path
    const known = tx.first(products.key, { store_id, id })
    if (known) return productView(tx, changeProduct(tx, known, body))
    const given = { ...body, id }
    return productView(tx, makeProduct(tx, store, bodyOfNew(checks, 'createProduct', given, newMistakes(checks, given))))
  },

  updateProduct: ({ tx, path, body }) => productView(tx, changeProduct(tx, productOrThrow(tx, path), body)),

  deleteProduct({ tx, path }) {
    const product = productOrThrow(tx, path)
    refuseReadOnlyStore(tx, path)
    removeProduct(tx, product)
  },

  getProductVariants: listRows({
    schema: 'ProductVariantCollection',
    rows(tx, path) {
      const { store_id, id: product_id } = productOrThrow(tx, path)
      return tx.range(variants.ofProduct, { store_id, product_id })
    },
    view: variantView,
    answer: (page, { store_id, product_id }) => ({ store_id, product_id, variants: page }),
  }),

  createProductVariant: ({ tx, path, body }) => variantView(tx, makeVariant(tx, productOrThrow(tx, path), body)),

  getProductVariant: ({ tx, path }) => variantView(tx, variantOrThrow(tx, path)),

  setProductVariant({ tx, path, body, checks }) {
    const product = productOrThrow(tx, path)
    const { store_id, product_id, variant_id: id } = path
    const known = tx.first(variants.key, { store_id, product_id, id })
    if (known) return variantView(tx, changeVariant(tx, known, body))
    const given = { title: product.title, ...body, id }
    return variantView(tx, makeVariant(tx, product, bodyOfNew(checks, 'createProductVariant', given)))
  },

  updateProductVariant: ({ tx, path, body }) => variantView(tx, changeVariant(tx, variantOrThrow(tx, path), body)),

  deleteProductVariant({ tx, path }) {
    const variant = variantOrThrow(tx, path)
    refuseReadOnlyStore(tx, path)
    removeVariant(tx, productOrThrow(tx, path), variant)
  },

  getProductImages: listRows({
    schema: 'ProductImageCollection',
    rows(tx, path) {
      const { store_id, id: product_id } = productOrThrow(tx, path)
      return tx.range(images.ofProduct, { store_id, product_id })
    },
    view: imageView,
    answer: (page, { store_id, product_id }) => ({ store_id, product_id, images: page }),
  }),

  createProductImage: ({ tx, path, body }) => imageView(tx, makeImage(tx, productOrThrow(tx, path), body)),

  getProductImage: ({ tx, path }) => imageView(tx, imageOrThrow(tx, path)),

  updateProductImage: ({ tx, path, body }) => imageView(tx, changeImage(tx, imageOrThrow(tx, path), body)),

  deleteProductImage({ tx, path }) {
    const image = imageOrThrow(tx, path)
    refuseReadOnlyStore(tx, path)
    tx.remove(images, image)
  },
} satisfies Partial<Operations>

export const productBodyChecks = {
  createProduct: ({ body }) => mistakesInNewProduct(body),
  setProduct({ tx, path, body, checks }) {
    const { store_id, product_id: id } = path
    const known = tx.first(products.key, { store_id, id })
    return known ? mistakesInProductChange(tx, known, body) : newMistakes(checks, { ...body, id })
  },
  updateProduct: ({ tx, path, body }) => mistakesInProductChange(tx, productOrThrow(tx, path), body),
  setProductVariant({ tx, path, body, checks }) {
    const { store_id, product_id, variant_id: id } = path
    const known = tx.first(variants.key, { store_id, product_id, id })
    return known ? [] : mistakesInNew(checks, 'createProductVariant', { title: '', ...body, id })
  },
} satisfies BodyChecks

/** Lists everything that is wrong with the body of a product that a PUT creates. */
function newMistakes(checks: Validators, body: Flawed<NewProduct>): readonly FieldError[] {
  return [...mistakesInNew(checks, 'createProduct', body), ...mistakesInNewProduct(body)]
}
