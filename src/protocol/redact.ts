/** What stands in place of a secret; no pattern below takes it for one, so hiding twice changes nothing. */
const MASK = '…'

/** Shorter values are no secrets, and hiding every `a` would leave nothing to read. */
const SHORTEST_SECRET = 4

/**
 * The text with every secret in it hidden: client secrets (`cs_…`), access tokens (`svcapp_1001_7_…`, the ids stay readable), signing secrets and
 * codes (64 hex characters), embed tokens, values of Authorization headers, and the `known` values, also where they stand percent-encoded or escaped
 * as in JSON. Time is linear in the text: every pattern begins at the start of a run of characters or at a fixed word, so none is tried in vain twice.
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
  return text
    .replace(bearer, `$1${MASK}`)
    .replace(authorization, hideAuthorization)
    .replace(accessToken, hideAccessToken)
    .replace(clientSecret, `cs_${MASK}`)
    .replace(embedToken, `embed${MASK}`)
    .replace(longHex, `hex${MASK}`)
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

/** From the start of its run of characters, so that a long run without a dot is read once and not once from each of its characters. */
const embedToken = /(?<![\w-])[\w-]{16,}\.[0-9a-f]{64,}/gi

/** 64 or more: an escape such as %0A in front would lengthen the run. */
const longHex = /(?<![0-9a-f])[0-9a-f]{64,}/gi
