import { CallError, type EmailApi, memberPath } from './email-api.ts'

/** Meanwhile a person is waiting in front of the form. */
const PATIENCE_MS = 10_000

/** What a rejection means to the person, by its title. Any other is a bug of ours, or temporary. */
const OUTCOMES: { readonly [title: string]: 'asked' | 'impossible' | 'invalid' } = {
  // Added by a concurrent call: usually the same person in another window.
  'Member Exists': 'asked',
  // The address bounced, its owner complained, or it was permanently deleted: no API call can resubscribe it.
  'Member In Compliance State': 'impossible',
  'Erased Address': 'impossible',
  'Invalid Resource': 'invalid',
}

/**
 * Asks a person to confirm, unless they are already on the list. A PUT to the hash of the address states the desired result, not an
 * action, so it can be repeated if its answer was lost, without duplicates on the list.
 */
export async function signUp({ call }: EmailApi, listId: string, email: string, firstName: string) {
  if (!email.includes('@')) return 'invalid'
  const path = memberPath(listId, email)
  const merge_fields = firstName ? { FNAME: firstName } : {}
  try {
    const body = { email_address: email, status_if_new: 'pending', merge_fields } as const
    const { status } = await call('PUT', path, { body, patience: PATIENCE_MS })
    // A person who left and comes back is asked to confirm as well.
    if (status !== 'pending' && status !== 'subscribed')
      await call('PUT', path, { body: { status: 'pending' }, patience: PATIENCE_MS })
    return 'asked'
  } catch (error) {
    const outcome = error instanceof CallError && OUTCOMES[error.title ?? '']
    if (outcome) return outcome
    throw error
  }
}
