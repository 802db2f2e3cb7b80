/** One Set-Cookie header of an app, as far as it decides whether a browser keeps the cookie in a frame of another site. */
export interface SetCookie {
  readonly name: string
  readonly value: string
  readonly isHttpOnly: boolean
  readonly isSecure: boolean
  readonly isPartitioned: boolean
  /** In lowercase; null where it is not said, which browsers take for `lax`. */
  readonly sameSite: string | null
  /** Null where it is not said: the folder of the address. */
  readonly path: string | null
  /** It only takes a cookie away. */
  readonly isRemoval: boolean
}

/** Reads a Set-Cookie header; null for one without a name. */
export function readSetCookie(header: string, now: Date): SetCookie | null {
  const [pair = '', ...rest] = header.split(';')
  const at = pair.indexOf('=')
  const name = pair.slice(0, Math.max(at, 0)).trim()
  if (name === '') return null
  const attributes = new Map(rest.map((part) => splitAttribute(part)))
  const maxAge = attributes.get('max-age')
  const expires = attributes.get('expires')
  const ends = maxAge === undefined ? Date.parse(expires ?? '') : now.getTime() + Number(maxAge) * 1000
  return {
    name,
    value: pair.slice(at + 1).trim(),
    isHttpOnly: attributes.has('httponly'),
    isSecure: attributes.has('secure'),
    isPartitioned: attributes.has('partitioned'),
    sameSite: attributes.get('samesite')?.toLowerCase() ?? null,
    path: attributes.get('path') ?? null,
    isRemoval: ends <= now.getTime(),
  }
}

/** Whether a browser keeps it where the app is framed by another site (EMB-110, EMB-111, EMB-113). */
export function survivesInFrame({ sameSite, isSecure }: SetCookie): boolean {
  return sameSite === 'none' && isSecure
}

function splitAttribute(part: string): [string, string] {
  const [name = '', ...value] = part.split('=')
  return [name.trim().toLowerCase(), value.join('=').trim()]
}
