import { Buffer } from 'node:buffer'

import { parseJson } from '../../../text/json.ts'
import type { Deviation } from '../deviation.ts'
import type { Recipe } from '../recipe.ts'

const rawBytes = 'Verify the bytes as they were received, before anything parses, decodes or rewrites them.'

/** Bodies that are not the bytes that were signed: small changes first, for a rewritten body often explains those as well. */
export const bodies: readonly Deviation[] = [
  {
    id: 'line-feed-at-end',
    part: 'body',
    what: 'over the body without the line feed at its end',
    remedy: `${rawBytes} A line feed was added at the end, as echo and most editors do.`,
    apply: (recipe) =>
      withBody(
        recipe,
        bytewise(recipe.body, (text) => text.replace(/\r?\n$/, '')),
      ),
  },
  {
    id: 'line-feed-at-end',
    part: 'body',
    what: 'over the body with a line feed at its end, which is missing now',
    remedy: `${rawBytes} The line feed at the end was cut off.`,
    apply: (recipe) => withBody(recipe, Buffer.concat([recipe.body, Buffer.from('\n')])),
  },
  {
    id: 'byte-order-mark',
    part: 'body',
    what: 'over the body without the byte order mark at its start',
    remedy: `${rawBytes} An editor put a byte order mark in front.`,
    apply: (recipe) =>
      withBody(
        recipe,
        bytewise(recipe.body, (text) => text.replace(/^\xef\xbb\xbf/, '')),
      ),
  },
  {
    id: 'crlf',
    part: 'body',
    what: 'over a body whose line ends are CRLF',
    remedy: `${rawBytes} An editor, a proxy or git changed the line ends.`,
    apply: (recipe) =>
      withBody(
        recipe,
        bytewise(recipe.body, (text) => text.replaceAll(/\r?\n/g, '\r\n')),
      ),
  },
  {
    id: 'lf',
    part: 'body',
    what: 'over a body whose line ends are LF where it has CRLF now',
    remedy: `${rawBytes} An editor, a proxy or git changed the line ends.`,
    apply: (recipe) =>
      withBody(
        recipe,
        bytewise(recipe.body, (text) => text.replaceAll('\r\n', '\n')),
      ),
  },
  {
    id: 'trimmed-body',
    part: 'body',
    what: 'over the trimmed body',
    remedy: rawBytes,
    apply: (recipe) =>
      withBody(
        recipe,
        bytewise(recipe.body, (text) => text.trim()),
      ),
  },
  {
    id: 'parsed-body',
    part: 'body',
    what: 'over the parsed body, written again as JSON',
    remedy: rawBytes,
    apply: (recipe) => withBody(recipe, rewritten(recipe.body, undefined)),
  },
  {
    id: 'parsed-body',
    part: 'body',
    what: 'over the parsed body, written again as indented JSON',
    remedy: rawBytes,
    apply: (recipe) => withBody(recipe, rewritten(recipe.body, 2)),
  },
  {
    id: 'latin1',
    part: 'body',
    what: 'over the body read as Latin-1 and written as UTF-8',
    remedy: rawBytes,
    apply: (recipe) => withBody(recipe, Buffer.from(Buffer.from(recipe.body).toString('latin1'), 'utf8')),
  },
  {
    id: 'latin1',
    part: 'body',
    what: 'over the body in UTF-8, which has been read as Latin-1 since',
    remedy: rawBytes,
    apply: (recipe) => withBody(recipe, Buffer.from(Buffer.from(recipe.body).toString('utf8'), 'latin1')),
  },
  {
    id: 'escaped-body',
    part: 'body',
    what: 'over JSON with \\u escapes instead of the letters',
    remedy: `${rawBytes} Some JSON writers escape every letter beyond ASCII.`,
    apply: (recipe) => withBody(recipe, escapedJson(recipe.body)),
  },
  {
    id: 'empty-body',
    part: 'body',
    what: 'over an empty body',
    remedy: `${rawBytes} A body parser had already read the stream, so nothing was left.`,
    apply: (recipe) => withBody(recipe, new Uint8Array()),
  },
  {
    id: 'quoted-body',
    part: 'body',
    what: 'over the body as a JSON string (stringified twice)',
    remedy: rawBytes,
    apply: (recipe) => withBody(recipe, Buffer.from(JSON.stringify(textOf(recipe)))),
  },
  {
    id: 'byte-order-mark',
    part: 'body',
    what: 'over the body with a byte order mark at its start, which is missing now',
    remedy: `${rawBytes} The mark was cut off.`,
    apply: (recipe) => withBody(recipe, Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), recipe.body])),
  },
  {
    id: 'line-feed-at-end',
    part: 'body',
    what: 'over the body with CRLF at its end, which is missing now',
    remedy: `${rawBytes} The line end was cut off.`,
    apply: (recipe) => withBody(recipe, Buffer.concat([recipe.body, Buffer.from('\r\n')])),
  },
  {
    id: 'base64-body',
    part: 'body',
    what: 'over the body in Base64, as some function platforms hand it over (isBase64Encoded)',
    remedy: `${rawBytes} Decode Base64 first.`,
    apply: (recipe) => withBody(recipe, Buffer.from(Buffer.from(recipe.body).toString('base64'))),
  },
  {
    id: 'base64-body',
    part: 'body',
    what: 'over the body decoded from the Base64 in which it is at hand',
    remedy: rawBytes,
    apply: (recipe) => withBody(recipe, decoded(textOf(recipe))),
  },
  {
    id: 'python-bytes',
    part: 'body',
    what: "over the text b'…', which is how Python shows bytes",
    remedy: `${rawBytes} Hand the bytes on, or .decode() them; str() and f-strings write b'…'.`,
    apply: (recipe) => withBody(recipe, pythonBytes(recipe.body)),
  },
  {
    id: 'object-as-text',
    part: 'body',
    what: 'over the text [object Object]',
    remedy: `${rawBytes} The parsed body was put into a text.`,
    apply: (recipe) => withBody(recipe, Buffer.from('[object Object]')),
  },
  {
    id: 'object-as-text',
    part: 'body',
    what: 'over the word undefined',
    remedy: `${rawBytes} There was no raw body where it was looked for.`,
    apply: (recipe) => withBody(recipe, Buffer.from('undefined')),
  },
  {
    id: 'object-as-text',
    part: 'body',
    what: 'over a Buffer as JSON ({"type":"Buffer",…})',
    remedy: `${rawBytes} A Buffer was given to JSON.stringify.`,
    apply: (recipe) => withBody(recipe, Buffer.from(JSON.stringify(Buffer.from(recipe.body)))),
  },
  {
    id: 'utf-16',
    part: 'body',
    what: 'over the body in UTF-16 (Encoding.Unicode of .NET)',
    remedy: rawBytes,
    apply: (recipe) => withBody(recipe, Buffer.from(textOf(recipe), 'utf16le')),
  },
]

function textOf({ body }: Recipe): string {
  return Buffer.from(body).toString('utf8')
}

function decoded(text: string): Buffer | null {
  const bare = text.trim()
  return bare !== '' && /^[A-Za-z0-9+/]+={0,2}$/.test(bare) ? Buffer.from(bare, 'base64') : null
}

/** repr() of bytes: double marks where there are single ones and no double ones, and \xNN beyond ASCII. */
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

function withBody(recipe: Recipe, body: Uint8Array | null): Recipe | null {
  return body === null || Buffer.from(body).equals(recipe.body) ? null : { ...recipe, body }
}

/** Bytes as text of one character a byte, so that nothing is lost on the way. */
function bytewise(body: Uint8Array, change: (text: string) => string): Buffer {
  return Buffer.from(change(Buffer.from(body).toString('latin1')), 'latin1')
}

/** As a program does it: JavaScript's own reading, with its rounding of long numbers, is what a parser in front would have done. */
function rewritten(body: Uint8Array, indent: number | undefined): Buffer | null {
  const text = Buffer.from(body).toString('utf8')
  // parseJson says whether it is JSON at all, within bounds of depth.
  if (!parseJson(text).ok) return null
  return Buffer.from(JSON.stringify(JSON.parse(text), null, indent))
}

function escapedJson(body: Uint8Array): Buffer {
  const text = Buffer.from(body).toString('utf8')
  const escaped = text.replaceAll(
    /[\u0080-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return Buffer.from(escaped)
}
