import { Buffer } from 'node:buffer'

import { parseJson } from '../../../values/json.ts'
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
    apply: (recipe) => withBody(recipe, Buffer.from(JSON.stringify(Buffer.from(recipe.body).toString('utf8')))),
  },
]

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
