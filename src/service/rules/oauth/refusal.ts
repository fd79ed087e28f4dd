/** The error that an application gets if the user refuses it (RFC 6749, 4.1.2.1). */
export const USER_REFUSED = { error: 'access_denied', error_description: 'The user refused.' } as const
