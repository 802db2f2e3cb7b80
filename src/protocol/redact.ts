/** Replaces a secret. No pattern below matches it, so hiding twice changes nothing. */
const MASK = '…'

/** Shorter values are not secrets, and hiding every `a` would make the text unreadable. */
const SHORTEST_SECRET = 4

/**
 * Hides every secret in a text: client secrets (`cs_…`), access tokens (`svcapp_1001_7_…`, the ids stay readable),
 * signing secrets and codes (64 hex characters), embed tokens, values of Authorization headers, and the `known` values,
 * even if percent-encoded or escaped as in JSON. The time is linear in the text, and short: every pattern begins with a
 * fixed word that is searched for directly, and long hex is not searched for character by character.
 */
export function redactSecrets(text: string, known: readonly string[] = []): string {
  return hideShapes(hideKnown(text, known))
}

function hideKnown(text: string, known: readonly string[]): string {
  const secrets = known.filter((secret) => secret.length >= SHORTEST_SECRET)
  const spellings = [...new Set(secrets.flatMap(listSpellings))]
  // The longest first, so that nothing remains of a secret that contains another.
  spellings.sort((a, b) => b.length - a.length)
  let result = text
  for (const spelling of spellings) result = result.replaceAll(spelling, () => maskOf(spelling))
  return result
}

function listSpellings(secret: string): string[] {
  return [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret.toWellFormed())]
}

/** Returns the readable start of a token in a known format, and nothing of any other value. */
function maskOf(secret: string): string {
  if (!/^(?:svcapp|cs)_[\w-]+$/.test(secret)) return MASK
  const hidden = hideShapes(secret)
  return hidden === secret ? MASK : hidden
}

function hideShapes(text: string): string {
  const named = text
    .replace(bearer, `$1${MASK}`)
    .replace(authorization, hideAuthorization)
    .replace(accessToken, hideAccessToken)
    .replace(clientSecret, `cs_${MASK}`)
  return hideLongHex(named)
}

/** `Authorization: Bearer x`, also as a JSON member, in a shell command or in a list of raw headers; one or two words of value. */
const authorization =
  /(authorization[\\"'\]]{0,4}[ \t]{0,8}[:=,][ \t]{0,8}[\\"'[]{0,4})([^\s"',;\\…]+)(?:([ \t]+)([^\s"',;\\…]+))?/gi

function hideAuthorization(match: string, ...[name, first, gap, second]: (string | undefined)[]): string {
  const isScheme = first !== undefined && /^(?:bearer|basic|digest|token)$/i.test(first)
  if (!isScheme) return `${name}${MASK}`
  return second === undefined ? match : `${name}${first}${gap}${MASK}`
}

/** `Bearer …` outside of a header; shorter words after it are prose. */
const bearer = /(\bbearer(?:[ \t]|%20|\+){1,4})[\w.~+/=%-]{12,}/gi

const accessToken = /svcapp_[\w-]+/g

function hideAccessToken(token: string): string {
  const [ids = ''] = /^svcapp_(?:\d{1,20}_(?:(?:\d{1,20}|all)_)?)?/.exec(token) ?? []
  // Shorter text is a word, or a token that is already hidden.
  return token.length - ids.length < 8 ? token : `${ids}${MASK}`
}

/** Not in `docs_folder`, but after JSON and URL escapes, which end in a letter or digit too; anywhere if much hex follows. */
const clientSecret =
  /(?:(?<![A-Za-z0-9])|(?<=\\[bfnrt]|\\u[0-9a-f]{4}|%[0-9a-f]{2}))cs_[\w-]{6,}|cs_[0-9a-f]{16,}[\w-]*/gi

/** Hex digits of an HMAC-SHA256. A longer run counts too: an escape such as %0A in front lengthens it. */
const LONG_HEX = 64

interface Range {
  readonly start: number
  readonly end: number
  readonly mask: string
}

/** Hides every run of at least 64 hex digits, and the payload of an embed token before it. */
function hideLongHex(text: string): string {
  const ranges: Range[] = []
  let tokensEnd = 0
  for (const [start, end] of longHexRuns(text)) {
    const payload = embedPayload(text, start)
    if (payload === 0 || start - payload < tokensEnd) {
      ranges.push({ start, end, mask: `hex${MASK}` })
      continue
    }
    // A payload may itself be long hex.
    while ((ranges.at(-1)?.start ?? -1) >= start - payload) ranges.pop()
    ranges.push({ start: start - payload, end, mask: `embed${MASK}` })
    tokensEnd = end
  }
  let result = ''
  let done = 0
  for (const { start, end, mask } of ranges) {
    result += text.slice(done, start) + mask
    done = end
  }
  return done === 0 ? text : result + text.slice(done)
}

/**
 * Returns the start and end of each run. Only every 64th character is checked, because no such run fits
 * between two of them; a pattern would be tried at each character, which takes ten times as long.
 */
function longHexRuns(text: string): [start: number, end: number][] {
  const runs: [number, number][] = []
  let seen = 0
  for (let at = LONG_HEX - 1; at < text.length; at = seen + LONG_HEX) {
    let start = at
    while (start >= seen && isHexDigit(text, start)) start--
    let end = at
    while (end < text.length && isHexDigit(text, end)) end++
    if (end - start - 1 >= LONG_HEX) runs.push([start + 1, end])
    // The character after the run is not a digit, so the next run begins after it.
    seen = end
  }
  return runs
}

function isHexDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  if (code >= 0x30 && code <= 0x39) return true
  const small = code | 0x20
  return small >= 0x61 && small <= 0x66
}

/** Returns the number of characters of an embed token before its signature, including the dot; 0 if it is not an embed token. */
function embedPayload(text: string, signatureStart: number): number {
  payloadBefore.lastIndex = signatureStart
  return payloadBefore.exec(text)?.[1]?.length ?? 0
}

/** Matches from the start of the run of characters. */
const payloadBefore = /(?<=(?<![\w-])([\w-]{16,}\.))/y
