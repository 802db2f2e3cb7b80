/** A Set-Cookie header, with the attributes that decide whether a browser keeps the cookie in a cross-site frame. */
export interface SetCookie {
  readonly name: string
  readonly value: string
  readonly isHttpOnly: boolean
  readonly isSecure: boolean
  readonly isPartitioned: boolean
  /** In lowercase, or null if absent, which browsers treat as `lax`. */
  readonly sameSite: string | null
  /** Null if absent, which means the folder of the URL. */
  readonly path: string | null
  /** True if the header only deletes a cookie. */
  readonly isRemoval: boolean
  /** All attributes in lowercase, such as `httponly` and `samesite=none`. */
  readonly attributes: readonly string[]
}

/** Every cookie that is not meant to be deleted ends later. */
const LONG_AGO = new Date('2001-01-01')

/** Parses a Set-Cookie header. Returns null without a cookie name. A cookie that ends before `now` is removed. */
export function readSetCookie(header: string, now = LONG_AGO): SetCookie | null {
  const [pair = '', ...rest] = header.split(';')
  const at = pair.indexOf('=')
  const name = pair.slice(0, Math.max(at, 0)).trim()
  if (name === '') return null
  const attributes = new Map(rest.map((part) => splitAttribute(part)))
  const maxAge = attributes.get('max-age')
  const expires = attributes.get('expires')
  const ends = maxAge === undefined ? dateOf(expires ?? '') : now.getTime() + Number(maxAge) * 1000
  return {
    name,
    value: pair.slice(at + 1).trim(),
    isHttpOnly: attributes.has('httponly'),
    isSecure: attributes.has('secure'),
    isPartitioned: attributes.has('partitioned'),
    sameSite: attributes.get('samesite')?.toLowerCase() ?? null,
    path: attributes.get('path') ?? null,
    isRemoval: ends <= now.getTime(),
    attributes: rest.map((part) => part.trim().toLowerCase()),
  }
}

/** Browsers ignore a number, which `Date.parse` takes for a year or a month. */
function dateOf(text: string): number {
  return /[a-z]{3}|\d{4}/i.test(text) ? Date.parse(text) : Number.NaN
}

/** Returns whether a browser keeps the cookie if another site frames the app (EMB-110, EMB-111, EMB-113). */
export function survivesInFrame({ sameSite, isSecure }: SetCookie): boolean {
  return sameSite === 'none' && isSecure
}

function splitAttribute(part: string): [string, string] {
  const [name = '', ...value] = part.split('=')
  return [name.trim().toLowerCase(), value.join('=').trim()]
}
