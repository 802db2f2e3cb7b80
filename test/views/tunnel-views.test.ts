import { expect, it } from 'vitest'

import type { DevEvent } from '../../src/dev/dev-event.ts'
import { style } from '../../src/terminal/style.ts'
import { devEventLine } from '../../src/views/dev-events.ts'
import { devStatusLine } from '../../src/views/dev-status.ts'

const plain = style(false)

it.each<[string, DevEvent]>([
  ['✓ tunnel https://a.example leads here (quic)', { event: 'tunnel-up', url: 'https://a.example', protocol: 'quic' }],
  ['✓ tunnel https://a.example leads here', { event: 'tunnel-up', url: 'https://a.example', protocol: null }],
  [
    '! THE TUNNEL IS DOWN (gone\\u001b): nothing from the internet gets here; started again in 2 s. What is sent meanwhile was not received, and nothing here says otherwise.',
    { event: 'tunnel-down', why: 'gone\u001b', retryInMs: 1999 },
  ],
  [
    '! THE TUNNEL IS DOWN (gone): nothing from the internet gets here. What is sent meanwhile was not received, and nothing here says otherwise.',
    { event: 'tunnel-down', why: 'gone', retryInMs: null },
  ],
  [
    '! THE PUBLIC ADDRESS HAS CHANGED from https://a.example to https://b.example',
    { event: 'tunnel-changed', from: 'https://a.example', to: 'https://b.example' },
  ],
  ['QUIC is closed', { event: 'tunnel-notice', text: 'QUIC is closed' }],
])('P10 tells %s', (line, event) => {
  expect(devEventLine(event, plain)).toBe(line)
})

it.each([
  [null, ''],
  [{ url: 'https://a.example', isUp: true }, '  ·  tunnel https://a.example'],
  [{ url: 'https://a.example', isUp: false }, '  ·  tunnel DOWN'],
])('the status line shows the tunnel %j', (tunnel, text) => {
  const status = { target: 'emulator', store: 'demo', app: 'http://127.0.0.1:3000', deliveries: {}, spent: null }

  expect(devStatusLine({ ...status, tunnel }, plain)).toBe(
    `emulator demo  ·  0 delivered${text}  ·  ? keys  ·  http://127.0.0.1:3000`,
  )
})
