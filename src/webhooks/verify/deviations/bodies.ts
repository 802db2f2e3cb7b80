import { Buffer } from 'node:buffer'

import { parseJson } from '../../../text/json.ts'
import type { Deviation } from '../deviation.ts'

const rawBytes = 'Verify the received bytes before anything parses, decodes or rewrites them.'

/**
 * Creates a mistake that signs another body: `change` derives it from the received one, or returns
 * null if it cannot. `hint` explains how such a body arises.
 */
export function bodyMistake(
  id: string,
  what: string,
  change: (body: Uint8Array) => Uint8Array | null,
  hint?: string,
): Deviation {
  const remedy = hint === undefined ? rawBytes : `${rawBytes} ${hint}`
  return {
    id,
    part: 'body',
    what,
    remedy,
    apply: (recipe) => {
      const body = change(recipe.body)
      return body === null || Buffer.from(body).equals(recipe.body) ? null : { ...recipe, body }
    },
  }
}

/** Either the signer or what saved the given body has rewritten the JSON. */
export function parsedBodyMistake(how: string, change: (body: Uint8Array) => Uint8Array | null): Deviation {
  const hint = 'If the body is from a file or a log, it may have been reformatted there.'
  return bodyMistake('parsed-body', `over the parsed body, serialized again ${how}`, change, hint)
}

/** Bodies other than the signed bytes: small changes first, because a rewritten body often explains those as well. */
export const bodies: readonly Deviation[] = [
  bodyMistake(
    'line-feed-at-end',
    'over the body without its final line feed',
    bytewise((text) => text.replace(/\r?\n$/, '')),
    'A line feed was added at the end, as echo and most editors do.',
  ),
  bodyMistake(
    'line-feed-at-end',
    'over the body with a final line feed, which is now missing',
    (body) => Buffer.concat([body, Buffer.from('\n')]),
    'The final line feed was removed.',
  ),
  bodyMistake(
    'byte-order-mark',
    'over the body without its byte order mark',
    bytewise((text) => text.replace(/^\xef\xbb\xbf/, '')),
    'A byte order mark was added, for example by an editor.',
  ),
  bodyMistake(
    'crlf',
    'over the body with CRLF line endings',
    bytewise((text) => text.replaceAll(/\r?\n/g, '\r\n')),
    'An editor, a proxy or Git changed the line endings.',
  ),
  bodyMistake(
    'lf',
    'over the body with LF line endings, which are now CRLF',
    bytewise((text) => text.replaceAll('\r\n', '\n')),
    'An editor, a proxy or Git changed the line endings.',
  ),
  bodyMistake(
    'trimmed-body',
    'over the trimmed body',
    bytewise((text) => text.trim()),
  ),
  parsedBodyMistake('as JSON', (body) => rewritten(body, undefined)),
  parsedBodyMistake('as indented JSON', (body) => rewritten(body, 2)),
  bodyMistake('latin1', 'over the body read as Latin-1 and written as UTF-8', (body) =>
    Buffer.from(Buffer.from(body).toString('latin1'), 'utf8'),
  ),
  bodyMistake(
    'escaped-body',
    'over JSON with \\u escapes instead of the letters',
    escapedJson,
    'Some JSON libraries escape every non-ASCII letter.',
  ),
  bodyMistake(
    'empty-body',
    'over an empty body',
    () => new Uint8Array(),
    'A body parser had already consumed the stream.',
  ),
  bodyMistake('quoted-body', 'over the body as a JSON string (stringified twice)', (body) =>
    Buffer.from(JSON.stringify(textOf(body))),
  ),
  bodyMistake(
    'byte-order-mark',
    'over the body with a byte order mark, which is now missing',
    (body) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), body]),
    'The byte order mark was removed.',
  ),
  bodyMistake(
    'line-feed-at-end',
    'over the body with a final CRLF, which is now missing',
    (body) => Buffer.concat([body, Buffer.from('\r\n')]),
    'The final line ending was removed.',
  ),
  bodyMistake(
    'base64-body',
    'over the Base64 body that some serverless platforms provide (isBase64Encoded)',
    (body) => Buffer.from(Buffer.from(body).toString('base64')),
    'Decode Base64 first.',
  ),
  bodyMistake('base64-body', 'over the decoded body, although the given body is Base64', (body) =>
    decoded(textOf(body)),
  ),
  bodyMistake(
    'python-bytes',
    "over the text b'…', as Python prints bytes",
    pythonBytes,
    "Pass the bytes, or .decode() them. str() and f-strings write b'…'.",
  ),
  bodyMistake(
    'object-as-text',
    'over the text [object Object]',
    () => Buffer.from('[object Object]'),
    'The parsed body was converted to a string.',
  ),
  bodyMistake(
    'object-as-text',
    'over the word undefined',
    () => Buffer.from('undefined'),
    'The raw body was undefined.',
  ),
  bodyMistake(
    'object-as-text',
    'over a Buffer as JSON ({"type":"Buffer",…})',
    (body) => Buffer.from(JSON.stringify(Buffer.from(body))),
    'A Buffer was passed to JSON.stringify.',
  ),
  bodyMistake('utf-16', 'over the body in UTF-16 (.NET Encoding.Unicode)', (body) =>
    Buffer.from(textOf(body), 'utf16le'),
  ),
]

function textOf(body: Uint8Array): string {
  return Buffer.from(body).toString('utf8')
}

function decoded(text: string): Buffer | null {
  const bare = text.trim()
  return bare !== '' && /^[A-Za-z0-9+/]+={0,2}$/.test(bare) ? Buffer.from(bare, 'base64') : null
}

/** Writes bytes like Python's repr(): double quotes if there are single ones and no double ones, and \xNN beyond ASCII. */
function pythonBytes(body: Uint8Array): Buffer {
  const text = Buffer.from(body).toString('latin1')
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'"
  const named: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\\': '\\\\' }
  // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
  const shown = text.replaceAll(/[\\'\u0000-\u001f\u007f-\u00ff]/g, (char) =>
    char === "'"
      ? mark === "'"
        ? "\\'"
        : char
      : (named[char] ?? `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`),
  )
  return Buffer.from(`b${mark}${shown}${mark}`)
}

/** Changes bytes as text of one character per byte, so that nothing is lost. */
function bytewise(change: (text: string) => string): (body: Uint8Array) => Buffer {
  return (body) => Buffer.from(change(Buffer.from(body).toString('latin1')), 'latin1')
}

/** Uses JavaScript's own parser, with its rounding of long numbers, as a body parser in front of the app would. */
function rewritten(body: Uint8Array, indent: number | undefined): Buffer | null {
  const text = textOf(body)
  // parseJson checks that it is JSON, within depth limits.
  if (!parseJson(text).ok) return null
  return Buffer.from(JSON.stringify(JSON.parse(text), null, indent))
}

function escapedJson(body: Uint8Array): Buffer {
  const escaped = textOf(body).replaceAll(
    /[\u0080-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return Buffer.from(escaped)
}
