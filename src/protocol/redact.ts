/** What stands in place of a secret; no pattern below takes it for one, so hiding twice changes nothing. */
const MASK = '…'

/** Shorter values are no secrets, and hiding every `a` would leave nothing to read. */
const SHORTEST_SECRET = 4

/**
 * The text with every secret in it hidden: client secrets (`cs_…`), access tokens (`svcapp_1001_7_…`, the ids stay readable), signing secrets and
 * codes (64 hex characters), embed tokens, values of Authorization headers, and the `known` values, even where they stand percent-encoded or escaped
 * as in JSON. Time is linear in the text, and short: every pattern begins with a fixed word, which is searched for at once, and long hex is not looked for
 * character by character.
 */
export function redactSecrets(text: string, known: readonly string[] = []): string {
  return hideShapes(hideKnown(text, known))
}

function hideKnown(text: string, known: readonly string[]): string {
  const secrets = known.filter((secret) => secret.length >= SHORTEST_SECRET)
  const spellings = [...new Set(secrets.flatMap(spellingsOf))]
  // The longest first: of a secret that contains another nothing may remain.
  spellings.sort((a, b) => b.length - a.length)
  let result = text
  for (const spelling of spellings) result = result.replaceAll(spelling, () => maskOf(spelling))
  return result
}

function spellingsOf(secret: string): string[] {
  return [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret.toWellFormed())]
}

/** Keeps the readable start of a token of a known shape, and nothing of any other value. */
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
  // What is so short is a word, or a token that has been hidden already.
  return token.length - ids.length < 8 ? token : `${ids}${MASK}`
}

/** Not in `docs_folder`, but after the escapes of JSON and URLs, which end in a letter or digit too; with much hex behind it, anywhere. */
const clientSecret =
  /(?:(?<![A-Za-z0-9])|(?<=\\[bfnrt]|\\u[0-9a-f]{4}|%[0-9a-f]{2}))cs_[\w-]{6,}|cs_[0-9a-f]{16,}[\w-]*/gi

/** Digits of an HMAC-SHA256; more count as well: an escape such as %0A in front lengthens the run. */
const LONG_HEX = 64

interface Range {
  readonly start: number
  readonly end: number
  readonly mask: string
}

/** Hides every run of 64 hex digits or more, and with it the payload of an embed token in front. */
function hideLongHex(text: string): string {
  const ranges: Range[] = []
  let tokensEnd = 0
  for (const [start, end] of longHexRuns(text)) {
    const payload = embedPayload(text, start)
    if (payload === 0 || start - payload < tokensEnd) {
      ranges.push({ start, end, mask: `hex${MASK}` })
      continue
    }
    // A payload may be long hex itself.
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
 * Start and end of each run. Every 64th character is looked at, because between two of them no such run fits; a pattern would be tried at each
 * character, which takes ten times as long.
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
    // What ends here is not a digit, so the next run begins behind it.
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

/** How many characters of an embed token stand before its signature, the dot counted; 0 when it is none. */
function embedPayload(text: string, signatureStart: number): number {
  payloadBefore.lastIndex = signatureStart
  return payloadBefore.exec(text)?.[1]?.length ?? 0
}

/** From the start of its run of characters. */
const payloadBefore = /(?<=(?<![\w-])([\w-]{16,}\.))/y
