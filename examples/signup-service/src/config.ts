/**
 * @typedef {object} Config
 * @property {string} apiUrl base URL of the email service's API, including `/3.0`
 * @property {string} apiKey
 * @property {string} listId the list that people sign up to; it asks them to confirm (double opt-in)
 * @property {string} hookSecret the last part of the webhook URL; only the email service knows it
 */

/**
 * Reads the configuration from the environment and reports missing variables.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {Config}
 */
export function configFrom(env) {
  const { EMAIL_API_URL, EMAIL_API_KEY, LIST_ID, HOOK_SECRET } = env
  if (EMAIL_API_URL && EMAIL_API_KEY && LIST_ID && HOOK_SECRET)
    return { apiUrl: EMAIL_API_URL, apiKey: EMAIL_API_KEY, listId: LIST_ID, hookSecret: HOOK_SECRET }
  const missing = ['EMAIL_API_URL', 'EMAIL_API_KEY', 'LIST_ID', 'HOOK_SECRET'].filter((name) => !env[name])
  throw new Error(`Set ${missing.join(', ')} in the environment.`)
}
