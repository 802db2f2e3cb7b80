import { AppError } from '../errors.ts'
import type { WireRequest, WireResponse } from '../http/wire.ts'

/** Shows only the origin of `Location`: the rest may contain a secret and is untrusted. */
export function redirected(
  { method, url }: WireRequest,
  { status, headers }: Pick<WireResponse, 'status' | 'headers'>,
): AppError {
  const to = URL.parse(headers['location'] ?? '', url.href)
  const isHttp = to?.protocol === 'https:' || to?.protocol === 'http:'
  const isElsewhere = isHttp && to.origin !== url.origin
  const where = isElsewhere ? ` to ${to.origin}` : ' on the same host'
  return new AppError(
    'net.redirected',
    `${url.host} redirected ${method} ${url.pathname}${isHttp ? where : ''} (${status}). The redirect was not followed, because it could leak secrets.`,
    {
      suggestions: isElsewhere
        ? [
            `If ${to.origin} is the platform's URL, set it as base_url in [targets.live] of app.toml.`,
            `If ${to.origin} is your network's or proxy's sign-in page, sign in there in a browser first.`,
          ]
        : ['Check base_url in [targets.live] of app.toml. Its path or host name may be out of date.'],
      details: { sent: true, ...(isElsewhere ? { location: to.origin } : {}) },
    },
  )
}
