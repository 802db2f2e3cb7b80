import { Buffer } from 'node:buffer'

import type { Deviation } from '../deviation.ts'
import type { Recipe } from '../recipe.ts'

const asText = 'Use the secret as text (64 UTF-8 characters) as the key.'

/** Creates a mistake that changes the secret: `change` derives the key from it, or returns null if it cannot. `hint` explains how such a key arises. */
function keyMistake(
  id: string,
  what: string,
  change: (text: string) => string | Uint8Array | null,
  hint?: string,
): Deviation {
  const remedy = hint === undefined ? asText : `${asText} ${hint}`
  return {
    id,
    part: 'key',
    what,
    remedy,
    apply: (recipe) => {
      const key = typeof recipe.key === 'string' ? change(recipe.key) : null
      return key === null || key === recipe.key ? null : { ...recipe, key }
    },
  }
}

/** The right secret, decoded wrongly. */
export const keys: readonly Deviation[] = [
  keyMistake(
    'decoded-key',
    'with the secret decoded from hex to 32 bytes',
    (text) => (/^(?:[0-9a-f]{2})+$/i.test(text) ? Buffer.from(text, 'hex') : null),
    'Do not decode it (assumed, because the documents show no example).',
  ),
  keyMistake('decoded-key', 'with the secret decoded as Base64', (text) => Buffer.from(text, 'base64')),
  keyMistake(
    'key-with-line-feed',
    'with a line feed at the end of the secret',
    (text) => `${text}\n`,
    'The secret was probably read from a file, with its line ending.',
  ),
  keyMistake(
    'key-with-line-feed',
    'with CRLF at the end of the secret',
    (text) => `${text}\r\n`,
    'The secret was probably read from a file, with its line ending.',
  ),
  keyMistake(
    'key-with-space',
    'with a space at the end of the secret',
    (text) => `${text} `,
    'A space was probably copied with the secret.',
  ),
  keyMistake(
    'quoted-key',
    'with single quotation marks around the secret',
    (text) => `'${text}'`,
    'The quotation marks may come from a .env file.',
  ),
  keyMistake(
    'quoted-key',
    'with quotation marks around the secret',
    (text) => `"${text}"`,
    'The quotation marks may come from a .env file.',
  ),
  keyMistake('upper-case-key', 'with the secret in capital letters', (text) => text.toUpperCase()),
  keyMistake('empty-key', 'with an empty secret', () => '', "The secret's environment variable was not set."),
]

const asHmac = 'Use HMAC-SHA256, not a hash of the secret and the text.'

function withMac(mac: Recipe['mac'], what: string, changes: Partial<Recipe> = {}): Deviation {
  return { id: 'no-hmac', part: 'mac', what, remedy: asHmac, apply: (recipe) => ({ ...recipe, ...changes, mac }) }
}

const overBody: Partial<Recipe> = { join: ({ body }) => [body] }

/** A plain hash instead of HMAC. */
export const macs: readonly Deviation[] = [
  withMac('key-first', 'with a plain hash of the secret and the text, without HMAC'),
  withMac('key-last', 'with a plain hash of the text and the secret, without HMAC'),
  withMac('no-key', 'with a plain hash of the text, without HMAC and without the secret'),
  withMac('key-first', 'with a plain hash of the secret and the body, without HMAC', overBody),
  withMac('key-last', 'with a plain hash of the body and the secret, without HMAC', overBody),
  withMac('no-key', 'with a plain hash of the body, without HMAC and without the secret', overBody),
  {
    ...withMac('swapped', 'with secret and text swapped, so the text was the key'),
    id: 'swapped-key',
    remedy: 'The secret is the HMAC key and the text is the message. Check the argument order.',
  },
]
