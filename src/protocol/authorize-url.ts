export interface AuthorizeUrlParts {
  /** URL of the store admin, which the app must configure because no API response contains it. */
  readonly adminUrl: string | URL
  readonly appKey: string
  /** The app's public identity, `cli_…`. */
  readonly clientId: string
  readonly scopes: readonly string[]
  /** State. Always sent, because without it the platform does not return the user to the app on Cancel. */
  readonly state: string
}

/**
 * Builds the URL that starts an install. It has no `redirect_uri`, which would fail with 400,
 * because the platform uses the registered one. It has no store, because the signed-in user
 * determines it. Throws TypeError if `adminUrl` is not an absolute URL.
 */
export function authorizeUrl({ adminUrl, appKey, clientId, scopes, state }: AuthorizeUrlParts): string {
  const admin = new URL(adminUrl)
  const root = admin.pathname.endsWith('/') ? admin.pathname.slice(0, -1) : admin.pathname
  const query = [
    ['response_type', 'code'],
    ['client_id', clientId],
    ['scope', scopes.join(' ')],
    ['state', state],
  ]
  // URLSearchParams writes a space as +, which the platform does not accept between scopes.
  const search = query.map(([name, value]) => `${name}=${escape(value)}`).join('&')
  return `${admin.origin}${root}/admin/plugins/install/${escape(appKey)}?${search}`
}

function escape(text = ''): string {
  return encodeURIComponent(text.toWellFormed())
}
