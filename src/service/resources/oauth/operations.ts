import { errors } from '../../model/errors.ts'
import { listRows } from '../../rules/collections/list-rows.ts'
import type { Operations } from '../../rules/requests/operation.ts'
import { appOrThrow, apps, isAuthorized, findClient } from '../../model/oauth/client.ts'
import { appView } from '../../rules/oauth/app.ts'
import { issueToken } from '../../rules/oauth/exchange.ts'

export const authorizedAppOperations = {
  getAuthorizedApps: listRows({
    schema: 'AuthorizedAppCollection',
    rows: (tx) =>
      tx
        .range(apps.key)
        .all()
        .filter((app) => isAuthorized(tx, app)),
    view: appView,
    answer: (page) => ({ apps: page }),
  }),

  getAuthorizedApp: ({ tx, path }) => appView(tx, appOrThrow(tx, path.app_id)),

  linkApp({ tx, body: { client_id, client_secret } }) {
    if (findClient(tx, client_id)?.client_secret !== client_secret)
      throw errors.badRequest('The client_id or the client_secret is wrong.')
    return { access_token: issueToken(tx, client_id).token, viewer_token: issueToken(tx, client_id).token }
  },
} satisfies Partial<Operations>
