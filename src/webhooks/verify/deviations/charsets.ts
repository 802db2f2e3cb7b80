import { Buffer, isUtf8 } from 'node:buffer'

import type { Deviation } from '../deviation.ts'
import { bodyMistake } from './bodies.ts'

const beyondAscii = /[\u0080-\uffff]/g
const charBeyondAscii = /[\u0080-\u{10ffff}]/gu
const astral = /[\u{10000}-\u{10ffff}]/gu

const net = 'In .NET, sign the request bytes, or use Encoding.UTF8 for text.'

/** Bodies whose characters beyond ASCII were lost or encoded differently, the most frequent first. */
export const charsets: readonly Deviation[] = [
  ...(
    [
      ['?, as in .NET Encoding.ASCII.GetBytes', textwise(beyondAscii, '?'), net],
      ['?, as in Java getBytes(US_ASCII)', textwise(charBeyondAscii, '?')],
      ['? for each byte, as in .NET Encoding.ASCII.GetString', bytewise('?'), net],
      ['nothing', textwise(beyondAscii, '')],
      ['U+FFFD', textwise(charBeyondAscii, '\ufffd')],
      ['U+FFFD for each byte', bytewise('\ufffd')],
      ["another letter, as in Node.js toString('ascii')", (body) => Buffer.from(Buffer.from(body).toString('ascii'))],
    ] as const satisfies readonly (readonly [string, (body: Uint8Array) => Buffer, string?])[]
  ).map(([what, change, hint]) =>
    bodyMistake('ascii', `over the body as ASCII, with each non-ASCII character replaced by ${what}`, change, hint),
  ),
  bodyMistake('latin1', 'over the UTF-8 body, which was later read as Latin-1', (body) => {
    const bytes = inLatin1(body)
    return isUtf8(bytes) && bytes.toString('latin1') === textOf(body) ? bytes : null
  }),
  bodyMistake('latin1', 'over the body text encoded as Latin-1 (ISO-8859-1)', inLatin1),
  ...['windows-1252', 'windows-1254'].map((name) =>
    bodyMistake('code-page', `over the body text encoded as ${name}`, (body) => inCodePage(name, body)),
  ),
  bodyMistake(
    'escaped-body',
    'over JSON with \\u escapes instead of emoji and other characters beyond U+FFFF',
    textwise(astral, (char) => escaped(char)),
  ),
  bodyMistake(
    'escaped-body',
    'over JSON with \\u escapes in capitals instead of emoji and other characters beyond U+FFFF',
    textwise(astral, (char) => escaped(char).toUpperCase().replaceAll('U', 'u')),
  ),
  bodyMistake(
    'cesu-8',
    'over the body in CESU-8, with six bytes for an emoji (Java modified UTF-8, MySQL utf8)',
    (body) =>
      Buffer.from(
        Buffer.from(body)
          .toString('latin1')
          .replaceAll(/[\xf0-\xf4][\x80-\xbf]{3}/g, cesu8),
        'latin1',
      ),
  ),
]

function textOf(body: Uint8Array): string {
  return Buffer.from(body).toString('utf8')
}

function textwise(pattern: RegExp, by: string | ((char: string) => string)): (body: Uint8Array) => Buffer {
  return (body) => Buffer.from(textOf(body).replaceAll(pattern, (char) => (typeof by === 'string' ? by : by(char))))
}

function bytewise(by: string): (body: Uint8Array) => Buffer {
  return (body) =>
    Buffer.from(
      Buffer.from(body)
        .toString('latin1')
        .replaceAll(/[\u0080-\u00ff]/g, by),
    )
}

function inLatin1(body: Uint8Array): Buffer {
  return Buffer.from(textOf(body), 'latin1')
}

/** Writes a question mark for a character that the code page lacks, as encoders do. */
function inCodePage(name: string, body: Uint8Array): Buffer {
  const all = new TextDecoder(name).decode(Uint8Array.from({ length: 256 }, (_, code) => code))
  return Buffer.from(Array.from(textOf(body)).map((char) => (all.includes(char) ? all.indexOf(char) : 0x3f)))
}

function escaped(char: string): string {
  return char.replaceAll(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16)}`)
}

/** Writes each half of a surrogate pair in three bytes; both texts contain one character per byte. */
function cesu8(bytes: string): string {
  const units = Buffer.from(bytes, 'latin1').toString('utf8')
  return [0, 1]
    .map((at) => units.charCodeAt(at))
    .map((unit) => String.fromCharCode(0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f)))
    .join('')
}
