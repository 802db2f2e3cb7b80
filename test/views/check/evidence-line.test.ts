import { expect, it } from 'vitest'

import type { Evidence } from '../../../src/check/check.ts'
import { evidenceLine } from '../../../src/views/check/evidence-line.ts'

it.each<[Evidence, string]>([
  [
    { kind: 'request', method: 'POST', path: '/hooks', status: 200, body: '', delivery: 'signed an hour ago' },
    'request: POST /hooks → 200; delivery: signed an hour ago',
  ],
  [
    { kind: 'request', method: 'GET', path: '/', status: null, ended: 'too-slow' },
    'request: GET / → no response; ended: too-slow',
  ],
  [
    { kind: 'page', way: ['GET /a 302', 'GET /b 200'], said: 'Hello' },
    'page: GET /a 302, then GET /b 200; response: Hello',
  ],
  [{ kind: 'call', method: 'GET', path: '/a', status: 200, at: 14889, region: 'tr' }, 'call: GET /a → 200; region: tr'],
  [{ kind: 'file', number: 'total', byOneEvent: '1.5' }, 'file: number: total; by one event: 1.5'],
  [{ kind: 'process', ended: 'code 1', log: ['a', 'b'] }, 'process: ended: code 1; log: a | b'],
])('%j reads as a line', (evidence, line) => {
  expect(evidenceLine(evidence)).toBe(line)
})
