import { equal, pick } from '../../../kernel/support/objects.ts'
import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { renderLinks } from '../../rules/answers/links.ts'
import { makeSubscribeUrl, type ListRow } from '../../model/lists/list.ts'
import { type SignupForm, signupForms } from '../../model/list-reports/signup-form.ts'

type Looks = Pick<SignupForm, 'header' | 'contents' | 'styles'>

/** Replaces the given parts and keeps the others. */
export function customize(tx: Tx, list: ListRow, request: ServiceSchemas['CustomizeSignupForm']): void {
  const form = tx.first(signupForms.key, { list_id: list.id })
  const before = pickLooks(form ?? PLAIN)
  const after = pickLooks({ ...before, ...request })
  if (equal(before, after)) return
  if (form) tx.put(signupForms, { ...form, ...after })
  else tx.insert(signupForms, { ...after, list_id: list.id })
}

/** The appearance of a form, without other members of the request. */
function pickLooks({ header, contents, styles }: Looks): Looks {
  return {
    header: pick(header, HEADER),
    contents: contents.map(({ section, value }) => ({ section, value })),
    styles: styles.map(({ selector, options }) => ({
      selector,
      options: options.map(({ property, value }) => ({ property, value })),
    })),
  }
}

const HEADER = [
  'image_url',
  'text',
  'image_width',
  'image_height',
  'image_alt',
  'image_link',
  'image_align',
  'image_border_width',
  'image_border_style',
  'image_border_color',
  'image_target',
] as const

/** Renders the sign-up form of a list. */
export function signupFormView(tx: ReadTx, list: ListRow): SignupForm {
  const { header, contents, styles } = tx.first(signupForms.key, { list_id: list.id }) ?? PLAIN
  const _links = renderLinks(tx, 'SignupForm', { list_id: list.id })
  return { header, contents, styles, signup_form_url: makeSubscribeUrl(tx, list), list_id: list.id, _links }
}

const PLAIN: Looks = { header: {}, contents: [], styles: [] }
