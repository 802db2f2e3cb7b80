/** What `redactSecrets` must agree with: each shape as one pattern that is tried at every character. Right, and slow. */
export function redactByPatterns(text: string): string {
  return text
    .replace(/(\bbearer(?:[ \t]|%20|\+){1,4})[\w.~+/=%-]{12,}/gi, '$1…')
    .replace(authorization, hideAuthorization)
    .replace(/svcapp_[\w-]+/g, hideAccessToken)
    .replace(
      /(?:(?<![A-Za-z0-9])|(?<=\\[bfnrt]|\\u[0-9a-f]{4}|%[0-9a-f]{2}))cs_[\w-]{6,}|cs_[0-9a-f]{16,}[\w-]*/gi,
      'cs_…',
    )
    .replace(/(?<![\w-])[\w-]{16,}\.[0-9a-f]{64,}/gi, 'embed…')
    .replace(/(?<![0-9a-f])[0-9a-f]{64,}/gi, 'hex…')
}

const authorization =
  /(authorization[\\"'\]]{0,4}[ \t]{0,8}[:=,][ \t]{0,8}[\\"'[]{0,4})([^\s"',;\\…]+)(?:([ \t]+)([^\s"',;\\…]+))?/gi

function hideAuthorization(match: string, ...[name, first, gap, second]: (string | undefined)[]): string {
  const isScheme = first !== undefined && /^(?:bearer|basic|digest|token)$/i.test(first)
  if (!isScheme) return `${name}…`
  return second === undefined ? match : `${name}${first}${gap}…`
}

function hideAccessToken(token: string): string {
  const [ids = ''] = /^svcapp_(?:\d{1,20}_(?:(?:\d{1,20}|all)_)?)?/.exec(token) ?? []
  return token.length - ids.length < 8 ? token : `${ids}…`
}
