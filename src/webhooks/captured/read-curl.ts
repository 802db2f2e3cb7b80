import { Buffer } from 'node:buffer'

import { AppError } from '../../errors.ts'
import { readHeaders } from '../verify/read-headers.ts'
import type { CapturedRequest } from './captured-request.ts'

/** Options of curl that take a value. */
const withValue =
  /^(?:-[XuAeombcFTxyYEtQCzKrUwHd]|--(?:data(?:-ascii|-raw|-binary)?|json|header|request|url|user|user-agent|referer|output|max-time|connect-timeout|cookie|cookie-jar|proxy|cacert|cert|key|resolve|retry))$/

const bodyOption = /^(?:-d|--data(?:-ascii|-raw|-binary)?|--json)$/

/**
 * Reads the request of a curl command, as browsers and proxies copy it. Runs no command and reads
 * no file. Raises `usage.invalid` for a body in a file and for an unclosed quote.
 */
export function readCurl(command: string): CapturedRequest {
  const words = shellWords(command).flatMap(splitOption)
  const headers: string[] = []
  const body: string[] = []
  for (let at = 0; at < words.length; at += 1) {
    const [word = '', value = ''] = words.slice(at, at + 2)
    if (!withValue.test(word)) continue
    at += 1
    if (word === '-H' || word === '--header') headers.push(value)
    if (bodyOption.test(word)) body.push(bodyValue(word, value))
  }
  return { headers: readHeaders(headers.join('\n')), body: Buffer.from(body.join('&')), at: null }
}

function bodyValue(option: string, value: string): string {
  if (option === '--data-raw' || !value.startsWith('@')) return value
  throw new AppError(
    'usage.invalid',
    `The curl command reads its body from ${value}, which is not supported. Nothing was sent.`,
    { suggestions: ['Include the body in the command (--data-raw), or use a raw HTTP request.'] },
  )
}

/** Splits `-HName: value` and `--header=Name: value` into two words. */
function splitOption(word: string): string[] {
  const long = /^(--(?:header|data(?:-\w+)?|json))=(.*)$/s.exec(word)
  if (long !== null) return [long[1] ?? '', long[2] ?? '']
  return /^-[HdX]./s.test(word) ? [word.slice(0, 2), word.slice(2)] : [word]
}

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  v: '\v',
  a: '\u0007',
  e: '\u001B',
  '0': '\0',
}

/** Splits words as a POSIX shell, with `$'…'` as in bash; `$` and backquotes expand nothing. */
function shellWords(text: string): string[] {
  const words: string[] = []
  const part = /\s+|\\\r?\n|\\([\s\S])|'([^']*)'|\$'((?:\\[\s\S]|[^'\\])*)'|"((?:\\[\s\S]|[^"\\])*)"|([^\s'"\\])/gy
  let word: string | null = null
  while (part.lastIndex < text.length) {
    const found = part.exec(text)
    if (found === null) throw new AppError('usage.invalid', 'The curl command has an unclosed quote. Nothing was sent.')
    const [all] = found
    const isBlank = /^\s/.test(all)
    if (isBlank && word !== null) words.push(word)
    if (isBlank) word = null
    else if (!/^\\\r?\n$/.test(all)) word = (word ?? '') + unquoted(found)
  }
  return word === null ? words : [...words, word]
}

function unquoted([, escaped, single, dollar, double, plain]: RegExpExecArray): string {
  return escaped ?? single ?? unescapeDollar(dollar) ?? unescapeDouble(double) ?? plain ?? ''
}

function unescapeDouble(text: string | undefined): string | undefined {
  return text?.replaceAll(/\\([$`"\\])|\\\r?\n/g, '$1')
}

function unescapeDollar(text: string | undefined): string | undefined {
  return text?.replaceAll(
    /\\(?:u([\da-fA-F]{1,4})|x([\da-fA-F]{1,2})|([\s\S]))/g,
    (_, unit?: string, hex?: string, letter = '') => {
      const code = unit ?? hex
      return code === undefined ? (escapes[letter] ?? letter) : String.fromCharCode(Number.parseInt(code, 16))
    },
  )
}
