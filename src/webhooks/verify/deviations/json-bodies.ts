import { Buffer } from 'node:buffer'

import type { Deviation } from '../deviation.ts'
import { readJsonTree } from '../json-tree.ts'
import { compact, writeJson, type JsonStyle } from '../write-json.ts'
import { bodyMistake } from './bodies.ts'

const python: Partial<JsonStyle> = { comma: ', ', colon: ': ', numbers: 'float' }

/** Of a large body only the likeliest are written: each takes its time. */
const LARGE_BODY_BYTES = 256 * 1024
const LIKELIEST = 5

/** How programs write a body that they have parsed, the likeliest first. Those of one look are one entry: nothing tells them apart. */
const writers: readonly (readonly [what: string, style: Partial<JsonStyle>])[] = [
  ['as JSON with the numbers as they were', {}],
  ['as JSON, as Ruby and Java do', { numbers: 'float' }],
  ['by json.dumps of Python (", " and ": ", \\u escapes)', { ...python, escape: 'ascii' }],
  ['by json.dumps of Python with ensure_ascii=False (", " and ": ")', python],
  ['by json_encode of PHP (\\/ and \\u escapes)', { numbers: 'short', escape: 'ascii', slash: true }],
  ['by json.dumps of Python without spaces', { numbers: 'float', escape: 'ascii' }],
  ['by json.dumps of Python with sort_keys', { ...python, escape: 'ascii', sorted: true }],
  ['by json.dumps of Python with sort_keys and ensure_ascii=False', { ...python, sorted: true }],
  ['by json.dumps of Python with sort_keys, without spaces', { numbers: 'float', escape: 'ascii', sorted: true }],
  ['by json.dumps of Python with indent=2', { numbers: 'float', escape: 'ascii', colon: ': ', indent: '  ' }],
  ['by json.dumps of Python with indent=4', { numbers: 'float', escape: 'ascii', colon: ': ', indent: '    ' }],
  ['by json_encode of PHP with JSON_UNESCAPED_UNICODE (\\/)', { numbers: 'short', slash: true }],
  ['by json_encode of PHP with JSON_UNESCAPED_SLASHES (\\u escapes)', { numbers: 'short', escape: 'ascii' }],
  [
    'by json_encode of PHP with JSON_PRETTY_PRINT',
    { numbers: 'short', escape: 'ascii', slash: true, colon: ': ', indent: '    ' },
  ],
  ['as JSON with its keys sorted', { sorted: true }],
  ['as JSON with its keys sorted and its numbers shortened', { sorted: true, numbers: 'short' }],
  ['by json.Marshal of Go (sorted keys, \\u003c)', { sorted: true, numbers: 'short', escape: 'html' }],
  ['by System.Text.Json of .NET (\\u escapes in capitals)', { escape: 'ascii-html' }],
  ['as JSON indented by 4', { colon: ': ', indent: '    ', numbers: 'short' }],
  ['as JSON indented by tabs', { colon: ': ', indent: '\t', numbers: 'short' }],
]

/** The body parsed and serialised again, once for each style. Deviations are compared by their bytes, so equal ones are tried once. */
export function jsonBodies(body: Uint8Array): readonly Deviation[] {
  const tree = readJsonTree(Buffer.from(body).toString('utf8'))
  if (tree === null) return []
  const likely = body.byteLength > LARGE_BODY_BYTES ? writers.slice(0, LIKELIEST) : writers
  return likely.map(([what, style]) =>
    bodyMistake('parsed-body', `over the parsed body, written again ${what}`, () =>
      Buffer.from(writeJson(tree, { ...compact, ...style })),
    ),
  )
}
