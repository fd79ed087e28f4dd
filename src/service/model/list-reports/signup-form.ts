import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { defineTable, type Row } from '../../../kernel/world/table.ts'
import { lists } from '../lists/list.ts'

export type SignupForm = ServiceSchemas['SignupForm']

/** The customized sign-up form of a list. */
export interface SignupFormRow extends Row, Pick<SignupForm, 'header' | 'contents' | 'styles'> {
  readonly list_id: string
}

export const signupForms = defineTable<SignupFormRow>()('signup_forms', { key: ['list_id'], ownedBy: [[lists, 'key']] })
