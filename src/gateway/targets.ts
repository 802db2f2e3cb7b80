import { probeFolder } from './probe-endpoint.ts'

/** Paths that are never served through the gateway, whatever the app would respond: the file access of dev servers, and our own other pages (T13). */
const closed = ['/@fs', '/@id', '/@vite', '/__inspector', '/_emu', '/emulator', probeFolder]

const printable = /^\/[\x21-\x7e]*$/

/** Rounds of percent-decoding before a path is checked: a name that is still encoded after that is no real file name. */
const DECODINGS = 3

/** Returns the path of a request target as text, without its query; null if the target is not in origin-form (RFC 9112 section 3.2.1). */
export function targetPath(target: string | undefined): string | null {
  if (target === undefined || !printable.test(target)) return null
  return target.split(/[?#]/, 1)[0] ?? null
}

/** Returns true if a path, in any spelling, points to a closed folder. Compares text and never parses a URL (T15). */
export function isClosedPath(path: string): boolean {
  return spellings(path).some((plain) => closed.some((place) => plain === place || plain.startsWith(`${place}/`)))
}

/**
 * Returns true if an app may read `path` as `other` although the texts differ: by letter case,
 * percent-encoding, duplicate slashes, dots, a host or parameters.
 */
export function mayBeTakenFor(path: string, other: string): boolean {
  const own = new Set(spellings(other))
  return path !== other && spellings(path).some((spelling) => own.has(spelling))
}

function spellings(path: string): string[] {
  const result = [path]
  for (let time = 0; time < DECODINGS; time++) result.push(decoded(result.at(-1) ?? ''))
  return [...result, ...result.map(withoutHost)].map(normalized)
}

/** Many apps resolve the target against a base URL; there, `//name/webhooks` is `/webhooks` on another host. */
function withoutHost(path: string): string {
  return path.replace(/^[/\\]{2,}[^/\\]*/, '')
}

function decoded(path: string): string {
  return path.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

function normalized(path: string): string {
  const parts: string[] = []
  for (const segment of path.toLowerCase().split(/[/\\]+/)) {
    // For some servers, the parameters of a segment (`/webhooks;a=b`) are not part of its name.
    const [part = ''] = segment.split(';', 1)
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return `/${parts.join('/')}`
}
