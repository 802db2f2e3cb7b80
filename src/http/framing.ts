/** What an answer says about who may frame it. */
export interface Framing {
  /** Source lists of `frame-ancestors`, one for each policy; a page must satisfy all (CSP 3, 6.4.2). */
  readonly ancestors: readonly (readonly string[])[]
  /** `deny` or `sameorigin`; null for none, and for what browsers ignore. */
  readonly options: 'deny' | 'sameorigin' | null
}

/** Names in any case; one may come more than once. */
type Headers = Iterable<readonly [name: string, value: string]>

/** Reads Content-Security-Policy and X-Frame-Options as browsers do. */
export function framingOf(headers: Headers): Framing {
  const policies = partsOf(headers, 'content-security-policy')
  const ancestors = policies.flatMap((policy) => {
    const directives = policy.split(';').map((directive) => directive.trim().split(/\s+/))
    // Of two equal directives the first counts.
    const found = directives.find(([name]) => name?.toLowerCase() === 'frame-ancestors')
    return found === undefined ? [] : [found.slice(1)]
  })
  const words = partsOf(headers, 'x-frame-options').map((text) => text.trim().toLowerCase())
  const options = words.find((word) => word === 'deny' || word === 'sameorigin')
  return { ancestors, options: options === 'deny' || options === 'sameorigin' ? options : null }
}

/** All values of a header: several of a name, or several joined by commas, mean the same. */
function partsOf(headers: Headers, wanted: string): string[] {
  return [...headers].flatMap(([name, value]) => (name.toLowerCase() === wanted ? value.split(',') : []))
}

/** Whether a page of `framer` may show it; `frame-ancestors` makes browsers ignore X-Frame-Options. */
export function mayFrame({ ancestors, options }: Framing, { framer, own }: { framer: URL; own: URL }): boolean {
  if (ancestors.length === 0) return options === null || (options === 'sameorigin' && framer.origin === own.origin)
  return ancestors.every((sources) => sources.some((source) => matches(source, framer, own)))
}

/** One source of a list against an origin (CSP 3, 6.7.2). */
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

/** `http:` also means its secure form. */
function isScheme(wanted: string, actual: string): boolean {
  return wanted === actual || (wanted === 'http:' && actual === 'https:')
}
