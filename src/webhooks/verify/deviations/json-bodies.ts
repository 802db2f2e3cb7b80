import { Buffer } from 'node:buffer'

import type { Deviation } from '../deviation.ts'
import { readJsonTree } from '../json-tree.ts'
import { compact, writeJson, type JsonStyle } from '../write-json.ts'
import { parsedBodyMistake } from './bodies.ts'

const python: Partial<JsonStyle> = { comma: ', ', colon: ': ', numbers: 'float' }

/** For a large body only the likeliest styles are tried, because each takes time. */
const LARGE_BODY_BYTES = 256 * 1024
const LIKELIEST = 5

/** JSON styles of programs that reserialize a parsed body, the likeliest first. Programs with identical output share one entry. */
const writers: readonly (readonly [what: string, style: Partial<JsonStyle>])[] = [
  ['as JSON with unchanged numbers', {}],
  ['as JSON, as Ruby and Java do', { numbers: 'float' }],
  ['by Python json.dumps (", " and ": ", \\u escapes)', { ...python, escape: 'ascii' }],
  ['by Python json.dumps with ensure_ascii=False (", " and ": ")', python],
  ['by PHP json_encode (\\/ and \\u escapes)', { numbers: 'short', escape: 'ascii', slash: true }],
  ['by Python json.dumps without spaces', { numbers: 'float', escape: 'ascii' }],
  ['by Python json.dumps with sort_keys', { ...python, escape: 'ascii', sorted: true }],
  ['by Python json.dumps with sort_keys and ensure_ascii=False', { ...python, sorted: true }],
  ['by Python json.dumps with sort_keys, without spaces', { numbers: 'float', escape: 'ascii', sorted: true }],
  ['by Python json.dumps with indent=2', { numbers: 'float', escape: 'ascii', colon: ': ', indent: '  ' }],
  ['by Python json.dumps with indent=4', { numbers: 'float', escape: 'ascii', colon: ': ', indent: '    ' }],
  ['by PHP json_encode with JSON_UNESCAPED_UNICODE (\\/)', { numbers: 'short', slash: true }],
  ['by PHP json_encode with JSON_UNESCAPED_SLASHES (\\u escapes)', { numbers: 'short', escape: 'ascii' }],
  [
    'by PHP json_encode with JSON_PRETTY_PRINT',
    { numbers: 'short', escape: 'ascii', slash: true, colon: ': ', indent: '    ' },
  ],
  ['as JSON with sorted keys', { sorted: true }],
  ['as JSON with sorted keys and shortened numbers', { sorted: true, numbers: 'short' }],
  ['by Go json.Marshal (sorted keys, \\u003c)', { sorted: true, numbers: 'short', escape: 'html' }],
  ['by .NET System.Text.Json (\\u escapes in capitals)', { escape: 'ascii-html' }],
  ['as JSON indented with 4 spaces', { colon: ': ', indent: '    ', numbers: 'short' }],
  ['as JSON indented with tabs', { colon: ': ', indent: '\t', numbers: 'short' }],
]

/** Returns the body parsed and reserialized, once for each style. Deviations are compared by their bytes, so equal ones are tried once. */
export function jsonBodies(body: Uint8Array): readonly Deviation[] {
  const tree = readJsonTree(Buffer.from(body).toString('utf8'))
  if (tree === null) return []
  const likely = body.byteLength > LARGE_BODY_BYTES ? writers.slice(0, LIKELIEST) : writers
  return likely.map(([what, style]) =>
    parsedBodyMistake(what, () => Buffer.from(writeJson(tree, { ...compact, ...style }))),
  )
}
