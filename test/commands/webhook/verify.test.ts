import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, it, onTestFinished } from 'vitest'

import WebhookVerify from '../../../src/commands/webhook/verify.ts'
import { appendDelivery } from '../../../src/journal/deliveries.ts'
import { openJournal } from '../../../src/journal/journal.ts'
import { runCommand } from '../../support/command/command.ts'
import { makeContext, NOON } from '../../support/context.ts'

const SECRET = '5e'.repeat(32)
const body = '{"eventId": "e-1", "storeId": 1001}'
const timestamp = NOON.getTime() / 1000

const sign = (text: string, at = timestamp, key: string | Buffer = SECRET) =>
  createHmac('sha256', key).update(`order.created\n1001\n${at}\n${text}`).digest('hex')

function headersText(signature: string, at = timestamp) {
  return [
    'POST /webhooks HTTP/1.1',
    'Host: 127.0.0.1:3000',
    `X-Service-Hmac-Sha256: ${signature}`,
    'x-service-topic: order.created',
    '> X-Service-Store: 1001',
    `X-Service-Timestamp: ${at}`,
    '',
  ].join('\r\n')
}

function makeCase(files: Readonly<Record<string, string>>) {
  const cwd = mkdtempSync(join(tmpdir(), 'svcapp-verify-'))
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }))
  writeFileSync(
    join(cwd, 'app.toml'),
    'key = "app.acme.loyalty"\nname = "Loyalty"\nredirect_uris = ["http://127.0.0.1:3000/auth/callback"]\n[scopes]\nrequired = ["orders.read"]\n',
  )
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text)
  return makeContext({ cwd, env: { SVCAPP_TARGET: 'emulator', SVCAPP_SIGNING_SECRET: SECRET } })
}

const run = (context: ReturnType<typeof makeContext>, ...flags: string[]) =>
  runCommand(WebhookVerify, ['--headers', '@h', '--body', '@b', ...flags], context)

describe('app webhook verify', () => {
  it('reports that a delivery is genuine, and its age (HOOK-004)', async () => {
    const context = makeCase({ h: headersText(sign(body, timestamp - 12), timestamp - 12), b: body })

    const { stdout, exit } = await run(context)

    expect([exit, stdout]).toEqual([0, 'Genuine: order.created from store 1001, signed 12 s ago.\n'])
  })

  it('reports the mistake that explains a wrong signature and its fix, and exits with 11', async () => {
    const context = makeCase({ h: headersText(sign(JSON.stringify(JSON.parse(body)))), b: body })

    const { stdout, exit } = await run(context)

    expect(exit).toBe(11)
    expect(stdout).toContain('Rejected: the signature does not match')
    expect(stdout).toContain('The signature matches when computed over the parsed body, serialized again as JSON.')
    expect(stdout).toContain('If the body is from a file or a log, it may have been reformatted there.')
    expect(stdout).toContain('Verify the received bytes before anything parses')
  })

  it('prints one document with --json, with ids for scripts', async () => {
    const context = makeCase({ h: headersText(sign(body, timestamp, Buffer.from(SECRET, 'hex'))), b: body })

    const { stdout, stderr, exit } = await run(context, '--json')

    expect([exit, stderr]).toEqual([11, ''])
    expect(JSON.parse(stdout)).toMatchObject({
      verdict: { ok: false, reason: 'signature-mismatch' },
      explanation: { deviations: [{ id: 'decoded-key', part: 'key' }] },
    })
    expect(stdout).not.toContain(SECRET)
  })

  it('explains the computed signature separately from the received one', async () => {
    const context = makeCase({ h: headersText(sign(body)), b: body })
    const wrong = createHmac('sha256', SECRET).update(body).digest('hex')

    const answers = [await run(context, '--computed', wrong), await run(context, '--computed', sign(body))]

    expect(answers.map(({ exit }) => exit)).toEqual([11, 0])
    expect(answers[0]?.stdout).toContain('Your code computes a wrong signature.\nIt was computed over the body alone.')
    expect(answers[1]?.stdout).toContain('Your code computes the signature correctly.')
  })

  it('reports a valid signature at the wrong time as a clock error or a repeat (HOOK-015 HOOK-016)', async () => {
    const old = timestamp - 301
    const context = makeCase({ h: headersText(sign(body, old), old), b: body })

    const now = await run(context)
    const then = await run(context, '--received-at', String(old + 300))

    expect(now.exit).toBe(11)
    expect(now.stdout).toContain('the signature is right, but the request was signed 301 s ago')
    expect(then.exit).toBe(0)
    expect(then.stdout).toContain('Genuine: order.created from store 1001, signed 300 s before it arrived.')
  })

  it('accepts a delivery in the journal, and uses its time of receipt', async () => {
    const context = makeCase({})
    const journal = openJournal({ path: context.paths.journalDb, appKey: 'app.acme.loyalty' })
    const at = timestamp - 9000
    const { id } = appendDelivery(journal, {
      receivedAt: new Date((at + 1) * 1000),
      eventId: 'e-1',
      topic: 'order.created',
      storeId: '1001',
      regionId: null,
      timestamp: at,
      signature: sign(body, at),
      headers: {
        'x-service-topic': 'order.created',
        'x-service-store': '1001',
        'x-service-timestamp': String(at),
      },
      body: Buffer.from(body),
    })
    journal.close()

    const known = await runCommand(WebhookVerify, ['--delivery', String(id)], context)
    const unknown = await runCommand(WebhookVerify, ['--delivery', '99'], context)

    expect([known.exit, known.stdout]).toEqual([
      0,
      'Genuine: order.created from store 1001, signed 1 s before it arrived.\n',
    ])
    expect([unknown.exit, unknown.error?.code]).toEqual([2, 'journal.unknown-delivery'])
  })

  it('reports another secret on this machine that signed it, and never its value', async () => {
    const context = makeCase({ h: headersText(sign(body, timestamp, 'c1'.repeat(32))), b: body })
    const credentials = await context.credentials({ isEmulator: false })
    const key = { identity: 'https://live.example', appKey: 'app.acme.loyalty', kind: 'signing-secret' } as const
    await credentials.set(key, 'c1'.repeat(32))

    const { stdout } = await run(context)

    expect(stdout).toContain(
      'The signature matches when computed with another secret: the webhook signing secret of app.acme.loyalty on https://live.example.',
    )
    expect(stdout).not.toContain('c1c1')
  })

  it.each([
    ['header-missing', 'X-Service-Topic: a', 'the header X-Service-Hmac-Sha256 is missing'],
    ['header-repeated', `${headersText(sign(body))}X-Service-Topic: other`, 'occurs more than once'],
    ['timestamp-malformed', headersText(sign(body)).replace(`${timestamp}`, '12:00'), 'not Unix seconds'],
    ['store-malformed', headersText(sign(body)).replace('1001', 'demo'), 'not a numeric store id'],
    ['signature-malformed', headersText('sha256=abc'), 'not 64 characters'],
  ])('explains %s as text', async (_reason, h, words) => {
    const { stdout, exit } = await run(makeCase({ h, b: body }))

    expect(exit).toBe(11)
    expect(stdout).toContain(words)
  })

  const unexplained = 'No known mistake explains the mismatch'
  const old = timestamp - 907

  it.each([
    ['too old', headersText(sign(body, old), old), /signed 907 s ago/],
    ['too new', headersText(sign(body, timestamp + 400), timestamp + 400), /in the future/],
    ['without its signature', headersText(sign(body)).replace(/^X-Service-Hmac.*$/m, 'X-Other: 1'), /is missing/],
    ['of a store code', headersText(sign(body)).replace('Store: 1001', 'Store: demo'), /not a numeric store id/],
  ])('reports the problem of a delivery %s, and nothing about a signature mismatch', async (_what, h, words) => {
    const { stdout, exit } = await run(makeCase({ h, b: body }))

    expect(exit).toBe(11)
    expect(stdout).toMatch(words)
    expect(stdout).not.toContain(unexplained)
  })

  it('reports if no known mistake explains a wrong signature', async () => {
    expect((await run(makeCase({ h: headersText('0'.repeat(64)), b: body }))).stdout).toContain(unexplained)
  })

  it('suggests the hash that matches the signature length', async () => {
    const { stdout } = await run(makeCase({ h: headersText('0'.repeat(40)), b: body }))

    expect(stdout).toContain('A signature with 40 characters has 20 bytes, perhaps from SHA-1.')
    expect(stdout).not.toContain(unexplained)
  })

  it('cannot judge the computed signature if a signed header is missing', async () => {
    const h = headersText(sign(body)).replace(/^x-service-topic.*$/m, 'X-Other: 1')

    const { stdout, exit } = await run(makeCase({ h, b: body }), '--computed', sign(body))

    expect(exit).toBe(11)
    expect(stdout).toContain('the signature that your code should compute is unknown')
    expect(stdout).not.toContain('is wrong')
  })

  it('can confirm the computed signature although the delivery is invalid', async () => {
    const { stdout } = await run(
      makeCase({ h: headersText(sign(body, old), old), b: body }),
      '--computed',
      sign(body, old),
    )

    expect(stdout).toContain('Your code computes the signature correctly.')
  })

  it('reports milliseconds in the header', async () => {
    const ms = `${timestamp}000`
    const h = headersText(sign(body)).replace(`Timestamp: ${timestamp}`, `Timestamp: ${ms}`)

    expect((await run(makeCase({ h, b: body }), '--json')).stdout).toContain('"milliseconds"')
  })

  it.each([
    [['--body', '@b'], 'usage.missing'],
    [['--headers', '@h', '--body', '@none'], 'usage.invalid'],
    [['--headers', '@empty', '--body', '@b'], 'usage.invalid'],
    [['--headers', '@h', '--body', '@b', '--received-at', 'noon'], 'usage.invalid'],
    [['--headers', '@h', '--body', '@b', '--received-at', '2026-02-30T12:00:00Z'], 'usage.invalid'],
    [['--headers', '@json-text', '--body', '@b'], 'usage.invalid'],
  ])('%j fails with %s', async (flags, code) => {
    const context = makeCase({ h: headersText(sign(body)), b: body, empty: '\n', 'json-text': '"x"' })

    const { error, exit } = await runCommand(WebhookVerify, flags, context)

    expect([error?.code, exit]).toEqual([code, 2])
  })

  it.each([
    [['--headers', 'h', '--body', '@b'], '--headers needs @file, or - for stdin.'],
    [['--headers', '@none', '--body', '@b'], 'Could not read --headers from @none.'],
    [['--headers', '@h', '--body', 'b'], '--body needs @file, or - for stdin.'],
  ])('%j reports the invalid flag, and no flag of another command', async (flags, message) => {
    const context = makeCase({ h: headersText(sign(body)), b: body })

    const { error, stderr } = await runCommand(WebhookVerify, flags, context)

    expect(error?.message).toBe(message)
    expect(stderr).not.toContain('--set')
  })

  it('rejects headers and body both from stdin, which can be read once, and suggests a fix', async () => {
    const flags = ['--headers', '-', '--body', '-']

    const { error, stderr, exit } = await runCommand(WebhookVerify, flags, makeCase({}))

    expect([error?.code, exit]).toEqual(['usage.invalid', 2])
    expect(error?.message).toBe('--headers and --body cannot both read from stdin.')
    expect(stderr).toContain('app webhook verify --headers @headers.txt --body -')
  })

  it('suggests the flag for a number that is given as an argument', async () => {
    const { stderr, exit } = await runCommand(WebhookVerify, ['2'], makeCase({}))

    expect(exit).toBe(2)
    expect(stderr).toContain('Unexpected argument "2". The command accepts no arguments.')
    expect(stderr).toContain('Did you mean --delivery 2?')
  })

  it('reads headers as JSON: an object, or alternating names and values', async () => {
    const pairs = Object.entries({
      'X-Service-Hmac-Sha256': sign(body),
      'X-Service-Topic': 'order.created',
      'X-Service-Store': '1001',
      'X-Service-Timestamp': String(timestamp),
    })

    for (const h of [Object.fromEntries(pairs), pairs.flat()]) {
      // Editors on Windows write a byte order mark.
      for (const mark of ['', '\ufeff']) {
        expect((await run(makeCase({ h: mark + JSON.stringify(h), b: body }))).exit).toBe(0)
      }
    }
  })
})
