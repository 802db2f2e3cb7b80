/** A response's rules on who may frame it. */
export interface Framing {
  /** Source lists of `frame-ancestors`, one for each policy; a page must satisfy all (CSP 3, 6.4.2). */
  readonly ancestors: readonly (readonly string[])[]
  /** `deny` or `sameorigin`; null for a missing value or one that browsers ignore. */
  readonly options: 'deny' | 'sameorigin' | null
}

/** Names in any case; a name may be repeated. */
type Headers = Iterable<readonly [name: string, value: string]>

/** Reads Content-Security-Policy and X-Frame-Options as browsers do. */
export function readFraming(headers: Headers): Framing {
  const policies = splitHeader(headers, 'content-security-policy')
  const ancestors = policies.flatMap((policy) => {
    const directives = policy.split(';').map((directive) => directive.trim().split(/\s+/))
    // The first of two directives with the same name wins.
    const found = directives.find(([name]) => name?.toLowerCase() === 'frame-ancestors')
    return found === undefined ? [] : [found.slice(1)]
  })
  const words = splitHeader(headers, 'x-frame-options').map((text) => text.trim().toLowerCase())
  const options = words.find((word) => word === 'deny' || word === 'sameorigin')
  return { ancestors, options: options === 'deny' || options === 'sameorigin' ? options : null }
}

/** Returns all values of a header: repeated headers and values joined by commas mean the same. */
function splitHeader(headers: Headers, wanted: string): string[] {
  return [...headers].flatMap(([name, value]) => (name.toLowerCase() === wanted ? value.split(',') : []))
}

/** Returns whether a page of `framer` may frame it; `frame-ancestors` makes browsers ignore X-Frame-Options. */
export function mayFrame({ ancestors, options }: Framing, { framer, own }: { framer: URL; own: URL }): boolean {
  if (ancestors.length === 0) return options === null || (options === 'sameorigin' && framer.origin === own.origin)
  return ancestors.every((sources) => sources.some((source) => matches(source, framer, own)))
}

/** Matches one source of a list against an origin (CSP 3, 6.7.2). */
function matches(source: string, framer: URL, own: URL): boolean {
  const word = source.toLowerCase()
  if (word === '*') return true
  if (word === "'self'") return framer.origin === own.origin
  if (/^[a-z][a-z\d+.-]*:$/.test(word)) return isScheme(word, framer.protocol)
  const [, scheme = own.protocol, host = '', port] =
    /^(?:([a-z][a-z\d+.-]*:)\/\/)?(\[[\da-f:]+\]|[^/:]+)(?::(\d+|\*))?(?:\/.*)?$/.exec(word) ?? []
  return isScheme(scheme, framer.protocol) && isHost(host, framer.hostname) && isPort(port, framer)
}

function isHost(wanted: string, actual: string): boolean {
  return wanted.startsWith('*.') ? actual.endsWith(wanted.slice(1)) : wanted === actual
}

function isPort(wanted: string | undefined, { protocol, port }: URL): boolean {
  const usual = protocol === 'https:' ? '443' : '80'
  return wanted === '*' || (wanted ?? usual) === (port || usual)
}

/** `http:` also matches https. */
function isScheme(wanted: string, actual: string): boolean {
  return wanted === actual || (wanted === 'http:' && actual === 'https:')
}
