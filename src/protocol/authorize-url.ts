export interface AuthorizeUrlParts {
  /** Address of the store's own admin, which the app has configured: the API does not announce it. */
  readonly adminUrl: string | URL
  readonly appKey: string
  /** The app's public identity, `cli_…`. */
  readonly clientId: string
  readonly scopes: readonly string[]
  /** Always sent: without it the platform returns nobody to the app on Cancel. */
  readonly state: string
}

/**
 * The address that starts an install. It has no `redirect_uri`, which would end the install with 400: the platform knows the return address from the
 * registration. It names no store either, because that follows from who is signed in. Throws TypeError when `adminUrl` is not an absolute address.
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
  // Not URLSearchParams: it writes a space as +, and the platform does not take a plus sign between scopes.
  const search = query.map(([name, value]) => `${name}=${escape(value)}`).join('&')
  return `${admin.origin}${root}/admin/plugins/install/${escape(appKey)}?${search}`
}

function escape(text = ''): string {
  return encodeURIComponent(text.toWellFormed())
}
