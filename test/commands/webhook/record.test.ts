import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, it, onTestFinished } from 'vitest'

import WebhookRecord from '../../../src/commands/webhook/record.ts'
import { appendDelivery } from '../../../src/journal/deliveries.ts'
import { openJournal } from '../../../src/journal/journal.ts'
import { maskPersonal } from '../../../src/journal/mask-personal.ts'
import { parseJson } from '../../../src/text/json.ts'
import { runCommand } from '../../support/command/command.ts'
import { makeContext, NOON } from '../../support/context.ts'
import { someDelivery } from '../../support/delivery.ts'

function makeFixture(bodies: readonly { topic?: string; body: string; eventId?: string }[]) {
  const cwd = mkdtempSync(join(tmpdir(), 'svcapp-record-'))
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }))
  writeFileSync(
    join(cwd, 'app.toml'),
    'key = "app.acme.loyalty"\nname = "Loyalty"\nredirect_uris = ["http://127.0.0.1:3000/cb"]\n[scopes]\nrequired = ["orders.read"]\n',
  )
  const context = makeContext({ cwd })
  const journal = openJournal({ path: context.paths.journalDb, appKey: 'app.acme.loyalty' })
  for (const { topic = 'order.created', body, eventId = null } of bodies) {
    appendDelivery(journal, someDelivery({ receivedAt: NOON, eventId, topic, storeId: '1', body: Buffer.from(body) }))
  }
  journal.close()
  const out = join(cwd, 'out')
  const runTo = (folder: string, ...argv: string[]) => runCommand(WebhookRecord, ['--out', folder, ...argv], context)
  const run = (...argv: string[]) => runTo('out', ...argv)
  return { cwd, run, runTo, out, read: (name: string) => readFileSync(join(out, name), 'utf8') }
}

const assumed =
  '{"eventId":"e-1","storeId":1,"regionId":2,"data":{"orderId":1001,"orderNumber":"A-1","status":"paid","currency":"TRY"}}'

describe('app webhook record', () => {
  it.each(['link', 'link/deep/webhooks'])('writes nothing through a linked folder: --out %s (T20)', async (out) => {
    const fixture = makeFixture([{ body: assumed }])
    const elsewhere = makeContext().cwd
    symlinkSync(elsewhere, join(fixture.cwd, 'link'))

    const { exit, error } = await fixture.runTo(out)

    expect([exit, error?.code, readdirSync(elsewhere)]).toEqual([3, 'storage.symlink', []])
    expect(error?.suggestions).toEqual(['Specify another folder with --out.'])
  })

  it('limits the number of members and the length of their names on the screen (T23)', async () => {
    const names = Object.fromEntries(Array.from({ length: 60 }, (_name, at) => [`k${at}${'x'.repeat(10_000)}`, at]))
    const fixture = makeFixture([{ body: JSON.stringify({ eventId: 'e-1', storeId: 1, regionId: 2, ...names }) }])

    const { stdout } = await fixture.run()

    expect(stdout).toContain(' and 40 more')
    expect(stdout.length).toBeLessThan(5000)
  })

  it('writes fixtures, schema and type from the common fields of the deliveries', async () => {
    const fixture = makeFixture([
      {
        body: '{"eventId":"e-1","storeId":9007199254740993,"regionId":null,"data":{"lines":[{"sku":"A","qty":1},{"sku":"B","qty":1.5}]}}',
      },
      { body: '{"eventId":"e-2","storeId":2,"regionId":7,"data":{"lines":[],"odd key":true}}' },
    ])

    const { exit, result } = await fixture.run()

    expect(exit).toBe(0)
    expect(result?.topics[0]?.files).toEqual([
      'order.created.1.json',
      'order.created.2.json',
      'order.created.schema.json',
      'order.created.d.ts',
    ])
    expect([fixture.read('order.created.1.json'), fixture.read('order.created.2.json')].join('')).toContain(
      '9007199254740993',
    )
    expect(JSON.parse(fixture.read('order.created.schema.json'))).toMatchObject({
      title: 'order.created',
      type: 'object',
      required: ['data', 'eventId', 'regionId', 'storeId'],
      properties: {
        regionId: { type: ['integer', 'null'] },
        data: {
          required: ['lines'],
          properties: { lines: { type: 'array', items: { properties: { qty: { type: 'number' } } } } },
        },
      },
    })
    expect(fixture.read('order.created.d.ts')).toBe(`export interface OrderCreatedEvent {
  readonly eventId: string
  readonly storeId: number
  readonly regionId: null | number
  readonly data: {
    readonly lines: readonly ({
      readonly sku: string
      readonly qty: number
    })[]
    readonly "odd key"?: boolean
  }
}
`)
  })

  it('reports how real payloads differ from the assumed one, or that they match', async () => {
    const same = await makeFixture([{ body: assumed }]).run()
    const fixture = makeFixture([
      { body: assumed.replace('1001', '"x-1001"').replace(',"currency":"TRY"', ',"total":12.5') },
    ])

    const { stdout, result } = await fixture.run()

    expect(same.result?.topics[0]?.drift).toEqual({ unknown: [], missing: [], otherType: [] })
    expect(same.stdout).toContain('no differences from the assumed payload')
    expect(result?.topics[0]?.drift).toEqual({
      unknown: ['data.total'],
      missing: ['data.currency'],
      otherType: ['data.orderId: string, assumed integer'],
    })
    expect(stdout).toContain('not assumed by this tool: data.total')
  })

  it('keeps every number in a payload as written', async () => {
    const { run, read } = makeFixture([{ body: '{"eventId":"e-1","data":{"total":1.10,"rate":1e2,"balance":-0.0}}' }])

    await run()

    expect(read('order.created.1.json')).toMatch(/"total": 1\.10,\n +"rate": 1e2,\n +"balance": -0\.0\n/)
  })

  it('masks personal data and secrets, and keeps ids and amounts (T35)', () => {
    const parsed = parseJson(
      '{"id":9007199254740993,"customer":{"name":"Ada Real","email":"ada@real.example","phone":"+49 151 2345678"},"productName":"Mug","shippingAddress":{"street":"Real Street 1","countryCode":"DE"},"text":"call +49 151 2345678 or ada@real.example","token":"cs_0123456789abcdef","total":12.50,"notes":["gift for Ada"],"contactEmails":["ada@real.example",""]}',
    )

    const text = JSON.stringify(maskPersonal(parsed.ok ? parsed.value : null))

    for (const real of ['Ada', 'real.example', '151', 'Real Street', 'cs_0123456789abcdef', 'gift'])
      expect(text).not.toContain(real)
    for (const kept of ['9007199254740993', '"productName":"Mug"', '"countryCode":"DE"', '12.5'])
      expect(text).toContain(kept)
  })

  it('creates no path from a payload or a topic (T24)', async () => {
    const fixture = makeFixture([
      { topic: '../../x', eventId: '../../evil', body: '{"eventId":"../../evil"}' },
      { topic: 'CON', body: '{"a":1}' },
      { topic: '...', body: '{"a":1}' },
      { topic: `long.${'x'.repeat(300)}`, body: '{"*/ }; evil()":1}' },
    ])

    await fixture.run()

    expect(readdirSync(fixture.out).every((name) => /^[a-z0-9_][a-z0-9._]{0,80}$/.test(name))).toBe(true)
    expect(
      fixture.read(readdirSync(fixture.out).find((name) => name.endsWith('x.d.ts') && name.startsWith('long')) ?? ''),
    ).toContain('"*/ }; evil()"')
  })

  it('skips bodies that are not JSON, and reports if nothing is left', async () => {
    const { result, stdout } = await makeFixture([{ body: 'not json' }]).run()

    expect([result?.topics, stdout]).toEqual([[], 'No deliveries.\n'])
  })
})
