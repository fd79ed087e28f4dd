import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { defineTable } from '../../../kernel/world/table.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import type { ListRow } from '../lists/list.ts'

export type SignupForm = ServiceSchemas['SignupForm']

/** The customized sign-up form of a list. */
export interface SignupFormRow extends Pick<SignupForm, 'header' | 'contents' | 'styles'> {
  readonly seq: number
  readonly list_id: string
}

export const signupForms = defineTable<SignupFormRow>()('signup_forms', { key: ['list_id'] })

/** Removes the sign-up form of a list. */
export function removeListSignupForm(tx: Tx, list: ListRow): void {
  const form = tx.first(signupForms.key, { list_id: list.id })
  if (form) tx.remove(signupForms, form)
}
