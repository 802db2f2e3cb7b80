import { readReturn, type ReturnAnswer, type ReturnVerdict } from './read-return.ts'

export interface ExpectedReturn {
  /** Page where the owner decides. */
  readonly authorizeUrl: string
  readonly redirectUri: string
  readonly state: string
}

export type WrongPaste =
  | (ReturnVerdict & { ok: false })['reason']
  | 'not-an-address'
  | 'consent-page'
  | 'code-alone'
  | 'other-address'

export type PastedReturn =
  | { readonly ok: true; readonly answer: ReturnAnswer; readonly note: string | null }
  | { readonly ok: false; readonly reason: WrongPaste; readonly words: string }

const words: Readonly<Record<Exclude<WrongPaste, 'other-address'>, string>> = {
  'not-an-address': 'The pasted text is not a URL.',
  'consent-page':
    'This is the page before Approve. Approve the app there, then copy the URL that the browser shows next.',
  'code-alone': 'The pasted text is only the code. Paste the whole URL.',
  'state-missing': 'The URL has no state, so it does not belong to this installation.',
  'state-wrong': 'The URL belongs to another installation. Its code was not used.',
  repeated: 'The URL has a duplicate parameter.',
  'code-malformed': 'The URL has no valid code.',
}

/**
 * Reads the browser's final address from pasted text. Only an address with the state of this install is accepted (T1). With that state it
 * is accepted at any address: only the platform and the browser had it, and a rejected code is lost. Messages never contain the code.
 */
export function readPasted(text: string, expected: ExpectedReturn): PastedReturn {
  const { authorizeUrl, redirectUri, state } = expected
  const plain = undecorated(text)
  if (/^[0-9a-f]{64}$/.test(plain)) return wrong('code-alone')
  const url = parseAddress(plain, redirectUri)
  if (url === null) return wrong('not-an-address')
  const { searchParams } = url
  const isReturn = searchParams.has('code') || searchParams.has('error')
  if (!isReturn && url.host === URL.parse(authorizeUrl)?.host) return wrong('consent-page')
  const verdict = readReturn(searchParams, state)
  const registered = URL.parse(redirectUri)
  const difference = registered === null ? null : findDifference(url, registered)
  if (verdict.ok) return { ok: true, answer: verdict.answer, note: difference && differenceNote(url, redirectUri) }
  if (verdict.reason !== 'state-missing' || difference === null) return wrong(verdict.reason)
  return { ok: false, reason: 'other-address', words: `The pasted URL is not the redirect URL: ${difference}.` }
}

function wrong(reason: keyof typeof words): PastedReturn {
  return { ok: false, reason, words: words[reason] }
}

/** Removes what chats, terminals, shells and HTML put around an address or into it. */
function undecorated(text: string): string {
  return (
    text
      // Zero-width characters and direction marks.
      .replaceAll(/\p{Cf}/gu, '')
      .replaceAll(/^[\s"'`<(\p{Pi}\p{Pf}„‚]+|[\s"'`>)\p{Pi}\p{Pf}.,;:!…]+$/gu, '')
      // A Markdown link.
      .replace(/^\[[^\]]*\]\(/, '')
      .replaceAll(/\\u0026|&amp;/g, '&')
      .replaceAll('\\', '')
  )
}

/** Also accepts an address without a scheme, which browsers hide, and the path or the query alone. */
function parseAddress(plain: string, redirectUri: string): URL | null {
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(plain)) return URL.parse(plain)
  if (/^[/?]/.test(plain)) return URL.parse(plain, redirectUri)
  if (/^(?:code|state|error)=/.test(plain)) return URL.parse(`?${plain}`, redirectUri)
  return /^[^\s/?]+[/?]/.test(plain) ? URL.parse(`${URL.parse(redirectUri)?.protocol ?? 'http:'}//${plain}`) : null
}

const parts = [
  ['scheme', 'protocol'],
  ['host', 'hostname'],
  ['port', 'port'],
  ['path', 'pathname'],
] as const

/** Returns `the host is localhost, not 127.0.0.1`; null for the registered address. */
function findDifference(url: URL, registered: URL): string | null {
  const found = parts.filter(([, part]) => url[part] !== registered[part])
  const differences = found.map(([name, part]) => `the ${name} is ${shown(url[part])}, not ${shown(registered[part])}`)
  return differences.length === 0 ? null : differences.join('; ')
}

function shown(part: string): string {
  return part.replace(/:$/, '') || 'the default'
}

function differenceNote({ origin, pathname }: URL, redirectUri: string): string {
  return `The browser returned to ${origin}${pathname}, but app.toml has ${redirectUri}. The code is used anyway. Without --paste, the two URLs must match.`
}
