import { Buffer } from 'node:buffer'

import type { Deviation } from '../deviation.ts'
import type { Recipe } from '../recipe.ts'

const asText = 'The key is the text of the secret as it was shown, 64 characters of UTF-8.'

/** The right secret, read wrongly. */
export const keys: readonly Deviation[] = [
  {
    id: 'decoded-key',
    part: 'key',
    what: 'with the secret decoded from hex to 32 bytes',
    remedy: `${asText} Nothing decodes it (assumed: the documents do not show it).`,
    apply: (recipe) => withKey(recipe, (text) => (/^(?:[0-9a-f]{2})+$/i.test(text) ? Buffer.from(text, 'hex') : null)),
  },
  {
    id: 'decoded-key',
    part: 'key',
    what: 'with the secret decoded as Base64',
    remedy: asText,
    apply: (recipe) => withKey(recipe, (text) => Buffer.from(text, 'base64')),
  },
  {
    id: 'key-with-line-feed',
    part: 'key',
    what: 'with a line feed at the end of the secret',
    remedy: `${asText} It was read from a file with its line end.`,
    apply: (recipe) => withKey(recipe, (text) => `${text}\n`),
  },
  {
    id: 'key-with-line-feed',
    part: 'key',
    what: 'with CRLF at the end of the secret',
    remedy: `${asText} It was read from a file with its line end.`,
    apply: (recipe) => withKey(recipe, (text) => `${text}\r\n`),
  },
  {
    id: 'key-with-space',
    part: 'key',
    what: 'with a space at the end of the secret',
    remedy: `${asText} It was copied with a space.`,
    apply: (recipe) => withKey(recipe, (text) => `${text} `),
  },
  {
    id: 'quoted-key',
    part: 'key',
    what: 'with single quotation marks around the secret',
    remedy: `${asText} The marks of a .env file were taken along.`,
    apply: (recipe) => withKey(recipe, (text) => `'${text}'`),
  },
  {
    id: 'quoted-key',
    part: 'key',
    what: 'with quotation marks around the secret',
    remedy: `${asText} The marks of a .env file were taken along.`,
    apply: (recipe) => withKey(recipe, (text) => `"${text}"`),
  },
  {
    id: 'upper-case-key',
    part: 'key',
    what: 'with the secret in capital letters',
    remedy: asText,
    apply: (recipe) => withKey(recipe, (text) => text.toUpperCase()),
  },
  {
    id: 'empty-key',
    part: 'key',
    what: 'with an empty secret',
    remedy: `${asText} The variable that holds it was not set.`,
    apply: (recipe) => withKey(recipe, () => ''),
  },
]

const asHmac = 'The signature is HMAC-SHA256, not a hash of the secret and the text.'

function withMac(mac: Recipe['mac'], what: string): Deviation {
  return { id: 'no-hmac', part: 'mac', what, remedy: asHmac, apply: (recipe) => ({ ...recipe, mac }) }
}

/** A plain hash where HMAC belongs. */
export const macs: readonly Deviation[] = [
  withMac('key-first', 'by a plain hash of the secret and the text, without HMAC'),
  withMac('key-last', 'by a plain hash of the text and the secret, without HMAC'),
  withMac('no-key', 'by a plain hash of the text, without HMAC and without the secret'),
  {
    ...withMac('swapped', 'with the secret and the text exchanged: the text was the key'),
    id: 'swapped-key',
    remedy: 'The secret is the key of HMAC, the text is what is signed: mind the order of the arguments.',
  },
]

function withKey(recipe: Recipe, change: (text: string) => string | Uint8Array | null): Recipe | null {
  if (typeof recipe.key !== 'string') return null
  const key = change(recipe.key)
  return key === null || key === recipe.key ? null : { ...recipe, key }
}
