import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { targetNamer } from '../../src/cli/target/name-target.ts'
import { AppError } from '../../src/errors.ts'
import type { InspectorActions } from '../../src/inspector/actions.ts'
import type { ChartsAnswer, ComparisonAnswer, TimelineAnswer } from '../../src/inspector/api.ts'
import type { DeliveryDetail } from '../../src/inspector/detail/detail.ts'
import type { LiveNews } from '../../src/inspector/live.ts'
import { appendAttempt, attemptsOfDelivery } from '../../src/journal/attempts.ts'
import { appendCall } from '../../src/journal/calls/calls.ts'
import { findDelivery } from '../../src/journal/deliveries.ts'
import { appendInstall } from '../../src/journal/journaled-installs.ts'
import { countRejections } from '../../src/journal/rejections.ts'
import { verifyWebhook } from '../../src/protocol/webhook-signature.ts'
import { NOON } from '../support/context.ts'
import { addDelivery, APP, contents, key, makeInspector, SECRET, type Fixture } from './fixture.ts'

const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 12, 0, second))

function addCall({ journal }: Fixture, second: number, path = '/api/apps/v1/orders', status = 200): void {
  appendCall(journal, { at: at(second), method: 'GET', path, pin: '7', status, ms: 20, note: null })
}

/** What the app got, and whether its own check accepts it. */
function verdictOf({ app }: Fixture): unknown {
  const last = app.seen.at(-1)
  return last && verifyWebhook({ key, headers: last.headers, body: last.body, now: new Date() }).ok
}

describe('the timeline', () => {
  it('joins deliveries, later attempts, calls and installs, newest first', async () => {
    const fixture = await makeInspector()
    const first = fixture.add({ receivedAt: at(1), status: 200, ms: 7 })
    addCall(fixture, 2)
    appendInstall(fixture.journal, {
      at: at(3),
      storeId: '1001',
      regionId: '7',
      installScope: 'region',
      scopes: ['orders.read'],
    })
    appendAttempt(fixture.journal, {
      deliveryId: first,
      at: at(4),
      status: null,
      ms: 5,
      error: 'app-unreachable',
      kind: 'replay',
    })

    const { body, status } = await fixture.ask('/api/timeline')
    const { entries, next } = body as TimelineAnswer

    expect(status).toBe(200)
    expect(next).toBeNull()
    expect(entries).toMatchObject([
      {
        kind: 'attempt',
        deliveryId: first,
        how: 'replay',
        status: null,
        error: 'app-unreachable',
        topic: 'order.created',
      },
      { kind: 'install', storeId: '1001', regionId: '7', scopes: ['orders.read'] },
      { kind: 'call', method: 'GET', path: '/api/apps/v1/orders', pin: '7', status: 200 },
      {
        kind: 'delivery',
        id: first,
        topic: 'order.created',
        state: 'delivered',
        tries: 2,
        error: 'app-unreachable',
        mark: 'first',
      },
    ])
  })

  it('is split into pages of 100 without gaps or duplicates', async () => {
    const fixture = await makeInspector()
    for (let n = 0; n < 130; n++) {
      fixture.add({ receivedAt: at(n % 60) })
      addCall(fixture, n % 60)
    }
    const seen: string[] = []
    let pages = 0
    for (let before: string | null = ''; before !== null; pages++) {
      const { entries, next } = (await fixture.ask(`/api/timeline?before=${before}`)).body as TimelineAnswer
      expect(entries.length).toBeLessThanOrEqual(100)
      seen.push(...entries.map(({ kind, id }) => `${kind} ${id}`))
      before = next
    }

    expect(pages).toBe(3)
    expect(seen).toHaveLength(260)
    expect(new Set(seen).size).toBe(260)
  })

  it('continues after a page that is full of one kind', async () => {
    const fixture = await makeInspector()
    for (let n = 0; n < 250; n++) fixture.add({ receivedAt: at(n % 60) })
    addCall(fixture, 70)
    const pages: TimelineAnswer[] = []
    for (let before: string | null = ''; before !== null; before = pages.at(-1)?.next ?? null) {
      pages.push((await fixture.ask(`/api/timeline?before=${before}`)).body)
    }

    expect(pages.map(({ entries }) => entries.length)).toEqual([100, 100, 51])
    expect(new Set(pages.flatMap(({ entries }) => entries.map(({ kind, id }) => `${kind} ${id}`))).size).toBe(251)
  })

  it('shows no entries of another app', async () => {
    const fixture = await makeInspector()
    const other = { ...fixture.journal, appKey: 'app.other.one' }
    const id = addDelivery(other, { status: 500 })
    appendAttempt(other, { deliveryId: id, at: at(1), status: 200, ms: 1, error: null, kind: 'replay' })
    appendCall(other, { at: at(1), method: 'GET', path: '/', pin: null, status: 200, ms: 1, note: null })
    appendInstall(other, { at: at(1), storeId: '1', regionId: null, installScope: 'store', scopes: [] })
    const before = contents(fixture.journal)

    expect((await fixture.ask('/api/timeline')).body).toMatchObject({ entries: [], next: null })
    expect((await fixture.ask(`/api/deliveries/${id}`)).status).toBe(404)
    expect((await fixture.ask('/api/calls/1')).status).toBe(404)
    expect((await fixture.post(`/api/deliveries/${id}/drop`)).status).toBe(404)
    expect((await fixture.post(`/api/deliveries/${id}/replay`)).status).toBe(404)
    expect(fixture.app.seen).toEqual([])
    expect(contents(fixture.journal)).toBe(before)
  })

  it.each([
    ['kind=call', ['call 1', 'call 2']],
    ['kind=delivery,install', ['delivery 1', 'delivery 2', 'delivery 3', 'install 1']],
    ['topic=order.paid', ['delivery 2']],
    ['topic=order.*', ['delivery 1', 'delivery 2']],
    ['state=failed', ['delivery 2', 'delivery 3']],
    ['status=5xx', ['call 2', 'delivery 2']],
    ['status=200', ['call 1', 'delivery 1']],
    ['status=none', ['delivery 3']],
    ['status=nonsense', []],
    ['q=NEEDLE', ['call 2', 'delivery 1']],
    ['q=needle&kind=call', ['call 2']],
    ['q=%25', []],
    ["q='%20OR%201=1", []],
  ])('finds entries by %s', async (query, wanted) => {
    const fixture = await makeInspector()
    fixture.add({ receivedAt: at(1), status: 200, text: '{"eventId":"a","note":"a Needle here"}' })
    fixture.add({ receivedAt: at(2), status: 503, topic: 'order.paid' })
    fixture.add({ receivedAt: at(3), topic: 'app.uninstalled' })
    addCall(fixture, 4)
    addCall(fixture, 5, '/api/apps/v1/products?q=needle', 500)
    appendInstall(fixture.journal, { at: at(6), storeId: '1', regionId: null, installScope: 'store', scopes: [] })

    const { entries } = (await fixture.ask(`/api/timeline?${query}`)).body as TimelineAnswer

    expect(entries.map(({ kind, id }) => `${kind} ${id}`).toSorted()).toEqual(wanted)
  })

  it.each(['kind=orders', 'state=gone', 'before=1', 'before=1.2.3.4.5', 'before=-1.1.1.1'])(
    'rejects %s with 400',
    async (query) => {
      const fixture = await makeInspector()

      const { status, body } = await fixture.ask(`/api/timeline?${query}`)

      expect(status).toBe(400)
      expect(body).toMatchObject({ error: { code: 'usage.invalid' } })
    },
  )
})

describe('one delivery', () => {
  it('is shown with headers, body, attempts, copies and signature details', async () => {
    const fixture = await makeInspector()
    const text = '{"eventId":"e-1","data":{"orderId":9007199254740993,"price":1.10}}'
    const id = fixture.add({ eventId: 'e-1', text, status: 500, ms: 31 })
    const copy = fixture.add({ eventId: 'e-1', text, receivedAt: new Date(Date.now() + 2000) })

    const detail = (await fixture.ask(`/api/deliveries/${id}`)).body as DeliveryDetail

    const row = findDelivery(fixture.journal, id)
    expect(detail).toMatchObject({
      id,
      topic: 'order.created',
      headers: { 'content-type': 'application/json' },
      body: { bytes: text.length, raw: text, isText: true },
      attempts: [{ status: 500, ms: 31, kind: 'forward', answer: 'no thanks' }],
      copies: [{ id: copy, mark: 'duplicate' }],
      signature: {
        signedText: `order.created\n1001\n${row?.timestamp}\n`,
        bodyBytes: text.length,
        header: 'X-Service-Hmac-Sha256',
        received: row?.signature,
        recomputed: row?.signature,
        verdict: 'verified',
        ageSeconds: 0,
      },
    })
    const [tried] = detail.attempts
    expect(Date.parse(tried?.at ?? '') - Date.parse(tried?.begunAt ?? '')).toBe(31)
    expect((await fixture.ask('/api/export')).text).toContain(`"startedAt":"${tried?.begunAt}"`)
    expect(detail.body.pretty).toContain('"orderId": 9007199254740993')
    expect(detail.body.pretty).toContain('"price": 1.10')
  })

  it('never shows the secret, and recomputes the signature with the current key, if any (T35)', async () => {
    const fixture = await makeInspector()
    const id = fixture.add()
    const without = await makeInspector({ journal: fixture.journal, key: () => null })

    expect((await fixture.ask(`/api/deliveries/${id}`)).text).not.toContain(SECRET)
    expect((await without.ask(`/api/deliveries/${id}`)).body).toMatchObject({ signature: { recomputed: null } })
  })

  it.each([
    ['__proto__', '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'],
    ['deep', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['many keys', JSON.stringify(Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`k${n}`, n])))],
    ['no JSON', 'not { json'],
    ['nothing', ''],
  ])('shows, compares and exports a body with %s unchanged (T23)', async (_, text) => {
    const fixture = await makeInspector()
    const [id, other] = [fixture.add({ text }), fixture.add({ text: '{"a":1}' })]

    const { status, body } = await fixture.ask(`/api/deliveries/${id}`)
    const compared = await fixture.ask(`/api/compare?a=${id}&b=${other}`)
    const exported = await fixture.ask('/api/export')

    expect([status, compared.status, exported.status]).toEqual([200, 200, 200])
    expect((body as DeliveryDetail).body.raw).toBe(text)
    expect('polluted' in {}).toBe(false)
  })

  it('reports bytes that are not text', async () => {
    const fixture = await makeInspector()
    const id = fixture.add({ text: 'x' })
    fixture.journal.db
      .prepare('UPDATE deliveries SET body = ? WHERE id = ?')
      .run(new Uint8Array([0xff, 0xfe, 0x41]), id)

    expect((await fixture.ask(`/api/deliveries/${id}`)).body).toMatchObject({
      body: { isText: false, bytes: 3, pretty: null },
    })
  })

  it.each(['0', '-1', '1.5', 'abc', '9007199254740993', '1e3', ' 1'])('rejects %s as a number', async (id) => {
    const fixture = await makeInspector()

    expect((await fixture.ask(`/api/deliveries/${encodeURIComponent(id)}`)).status).toBe(400)
  })
})

describe('manual actions', () => {
  it('replays with a fresh signature that the app accepts, and journals the attempt', async () => {
    const fixture = await makeInspector()
    const id = fixture.add({ receivedAt: new Date(Date.now() - 86_400_000), status: 500 })

    const { status, body } = await fixture.post(`/api/deliveries/${id}/replay`, { mode: 're-sign' })

    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 200, accepted: true, error: null })
    expect(fixture.app.seen).toHaveLength(1)
    expect(verdictOf(fixture)).toBe(true)
    expect(fixture.app.seen[0]?.body).toEqual(Buffer.from(findDelivery(fixture.journal, id)?.body ?? ''))
    expect(attemptsOfDelivery(fixture.journal, id).map(({ kind }) => kind)).toEqual(['forward', 'replay'])
    expect(findDelivery(fixture.journal, id)?.state).toBe('delivered')
  })

  it('replays as received, and as a new event', async () => {
    const fixture = await makeInspector()
    const id = fixture.add({ eventId: 'e-1' })

    await fixture.post(`/api/deliveries/${id}/replay`, { mode: 'as-is' })
    await fixture.post(`/api/deliveries/${id}/replay`, { mode: 'new-event' })

    const [asIs, again] = fixture.app.seen
    expect(asIs?.headers['x-service-hmac-sha256']).toBe(findDelivery(fixture.journal, id)?.signature)
    expect(JSON.parse(String(again?.body))).toMatchObject({
      eventId: expect.stringMatching(/^evt_[0-9a-f]{32}$/) as string,
    })
    expect(verdictOf(fixture)).toBe(true)
  })

  it('sends an edited body re-signed, with every digit as typed', async () => {
    const fixture = await makeInspector()
    const id = fixture.add({ status: 200 })
    const text = '{"eventId":"edited","data":{"orderId":9007199254740993,"name":"<b>ü\\u202e</b>"}}'

    const { body } = await fixture.post(`/api/deliveries/${id}/edit`, { body: text })

    expect(body).toMatchObject({ status: 200, eventId: 'edited', accepted: true })
    expect(String(fixture.app.seen[0]?.body)).toBe(text)
    expect(verdictOf(fixture)).toBe(true)
    expect(attemptsOfDelivery(fixture.journal, id).at(-1)?.kind).toBe('edited')
  })

  it('shows the response of an app that rejects, or that the app is down', async () => {
    const fixture = await makeInspector({ answer: (_, response) => void response.writeHead(422).end('no') })
    const id = fixture.add()

    const refused = await fixture.post(`/api/deliveries/${id}/retry`)
    await fixture.app.close()
    const down = await fixture.post(`/api/deliveries/${id}/replay`)

    expect(refused.body).toMatchObject({ status: 422, accepted: false })
    expect(down.body).toMatchObject({ status: null, error: 'app-unreachable', accepted: false })
    expect(attemptsOfDelivery(fixture.journal, id).map(({ kind, status }) => [kind, status])).toEqual([
      ['retry', 422],
      ['replay', null],
    ])
  })

  it('drops a delivery, which stays in the journal', async () => {
    const fixture = await makeInspector()
    const id = fixture.add({ status: 500 })

    expect((await fixture.post(`/api/deliveries/${id}/drop`)).body).toEqual({ id, state: 'dropped' })
    expect(findDelivery(fixture.journal, id)?.state).toBe('dropped')
    expect(fixture.app.seen).toEqual([])
  })

  it('suggests commands with --target for the platform shown', async () => {
    const advice = { emulator: 'Run `app register`.', live: 'Run `app secret set signing`.' }
    const trigger = async () => Promise.reject(new AppError('install.no-secret', 'No.', { suggestions: [advice] }))
    const fixture = await makeInspector({
      // The page asks for this action alone.
      actions: { trigger } as unknown as InspectorActions,
      places: () => ({ target: 'live', stores: {}, regions: {} }),
      nameTarget: targetNamer({ target: 'live' }, join(import.meta.dirname, '../..')),
    })

    const { body } = await fixture.post('/api/trigger', { topic: 'order.paid' })

    expect(body).toMatchObject({
      error: { suggestions: ['Run `app secret set signing --target live`.'] },
    })
  })

  it('triggers an event with given fields', async () => {
    const fixture = await makeInspector()

    const { body } = await fixture.post('/api/trigger', { topic: 'order.paid', set: ['data.orderId=9007199254740993'] })

    expect(body).toMatchObject({ status: 200, accepted: true, eventId: expect.stringMatching(/^test:/) as string })
    expect(String(fixture.app.seen[0]?.body)).toContain('"orderId":9007199254740993')
    expect(fixture.app.seen[0]?.headers['x-service-topic']).toBe('order.paid')
    expect(verdictOf(fixture)).toBe(true)
  })

  it.each([
    ['/replay', { mode: 'twice' }],
    ['/replay', []],
    ['/replay', 'text'],
    ['/edit', {}],
    ['/edit', { body: 7 }],
    ['/edit', { body: null }],
  ])('rejects %s with %j, sending and writing nothing', async (path, body) => {
    const fixture = await makeInspector()
    const id = fixture.add()
    const before = contents(fixture.journal)

    expect((await fixture.post(`/api/deliveries/${id}${path}`, body)).status).toBe(400)
    expect(fixture.app.seen).toEqual([])
    expect(contents(fixture.journal)).toBe(before)
  })

  it.each([
    [{ topic: 'order.unheard' }],
    [{ topic: 7 }],
    [{}],
    [{ topic: 'order.paid', set: 'a=b' }],
    [{ topic: 'order.paid', set: [1] }],
    [{ topic: 'order.paid', set: ['__proto__.x=1'] }],
    [{ topic: 'order.paid', set: ['nothing'] }],
  ])('rejects a trigger with %j', async (body) => {
    const fixture = await makeInspector()

    expect((await fixture.post('/api/trigger', body)).status).toBe(400)
    expect(fixture.app.seen).toEqual([])
  })

  it('rejects a body that is not JSON or is too large', async () => {
    const fixture = await makeInspector()
    const id = fixture.add()
    const headers = { 'Content-Type': 'application/json' }

    expect((await fixture.ask(`/api/deliveries/${id}/edit`, { method: 'POST', headers, body: '{' })).status).toBe(400)
    expect((await fixture.post(`/api/deliveries/${id}/edit`, { body: 'x'.repeat(2_000_000) })).status).toBe(400)
    expect(fixture.app.seen).toEqual([])
  })
})

describe('two deliveries', () => {
  it('are compared field by field, with every digit kept', async () => {
    const fixture = await makeInspector()
    const a = fixture.add({
      eventId: 'e-1',
      text: '{"id":9007199254740993,"same":1,"gone":true,"list":[1,{"x.y":2}],"empty":{}}',
      headers: { one: 'a' },
    })
    const b = fixture.add({
      eventId: 'e-2',
      text: '{"id":9007199254740992,"same":1,"list":[1,{"x.y":3},4],"empty":[]}',
      headers: { one: 'b' },
    })

    const answer = (await fixture.ask(`/api/compare?a=${a}&b=${b}`)).body as ComparisonAnswer

    expect(answer.differences.filter(({ where, path }) => where !== 'envelope' || path === 'eventId')).toEqual([
      { where: 'envelope', path: 'eventId', a: 'e-1', b: 'e-2' },
      { where: 'header', path: 'one', a: 'a', b: 'b' },
      { where: 'body', path: 'id', a: '9007199254740993', b: '9007199254740992' },
      { where: 'body', path: 'gone', a: 'true', b: null },
      { where: 'body', path: 'list[1]["x.y"]', a: '2', b: '3' },
      { where: 'body', path: 'empty', a: '{}', b: '[]' },
      { where: 'body', path: 'list[2]', a: null, b: '4' },
    ])
    expect(answer.isCut).toBe(false)
    expect(answer).toMatchObject({ a: { id: a, eventId: 'e-1' }, b: { id: b } })
  })

  it('that are not JSON are compared as a whole, and identical ones have no difference', async () => {
    const fixture = await makeInspector()
    const [a, b] = [fixture.add({ eventId: null, text: 'one' }), fixture.add({ eventId: null, text: '{"a":1}' })]

    const other = (await fixture.ask(`/api/compare?a=${a}&b=${b}`)).body as ComparisonAnswer
    const same = (await fixture.ask(`/api/compare?a=${a}&b=${a}`)).body as ComparisonAnswer

    expect(other.differences.filter(({ where }) => where === 'body')).toEqual([
      { where: 'body', path: '(whole body)', a: 'one', b: '{"a":1}' },
    ])
    expect(same.differences).toEqual([])
    expect((await fixture.ask(`/api/compare?a=${a}&b=999`)).status).toBe(404)
    expect((await fixture.ask(`/api/compare?a=${a}`)).status).toBe(400)
  })

  it('with too many differences are truncated', async () => {
    const fixture = await makeInspector()
    const many = (value: number) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: 600 }, (_, n) => [`k${n}`, value])))
    const [a, b] = [fixture.add({ text: many(1) }), fixture.add({ text: many(2) })]

    const { differences, isCut } = (await fixture.ask(`/api/compare?a=${a}&b=${b}`)).body as ComparisonAnswer

    expect(differences).toHaveLength(500)
    expect(isCut).toBe(true)
  })
})

describe('an export', () => {
  it('masks personal data and secrets, keeps ids and amounts, and uses a generated file name (T24 T35)', async () => {
    const fixture = await makeInspector()
    const customer = { firstName: 'Ayşe', email: 'ayse@example.org', phone: '+90 555 111 22 33' }
    fixture.add({
      eventId: '../../x',
      status: 500,
      text: JSON.stringify({
        eventId: '../../x',
        data: { customer, total: 12.5, text: 'write to me@shop.example' },
      }).replace('12.5', '9007199254740993'),
    })
    appendCall(fixture.journal, {
      at: new Date(),
      method: 'GET',
      path: '/api/apps/v1/orders?email=a.b@shop.example',
      pin: null,
      status: 200,
      ms: 1,
      note: 'unpinned',
    })
    fixture.add({ text: 'token svcapp_1001_7_abcdefghijklmnop and words' })

    const { headers, text } = await fixture.ask('/api/export')

    expect(headers.get('content-disposition')).toBe('attachment; filename="svcapp-export.json"')
    for (const secret of ['Ayşe', 'ayse@', '555', 'me@shop', 'a.b@shop', 'abcdefghijklmnop'])
      expect(text).not.toContain(secret)
    expect(text).toContain('9007199254740993')
    expect(JSON.parse(text)).toMatchObject({
      appKey: APP,
      masked: true,
      isCut: false,
      entries: expect.arrayContaining([expect.objectContaining({ kind: 'call', note: 'unpinned' })]) as unknown[],
    })
  })

  it('contains only entries that match the filter', async () => {
    const fixture = await makeInspector()
    fixture.add({ topic: 'order.paid' })
    fixture.add({ topic: 'order.created' })

    const { entries } = (await fixture.ask('/api/export?topic=order.paid')).body as { entries: { topic: string }[] }

    expect(entries.map(({ topic }) => topic)).toEqual(['order.paid'])
  })
})

describe('live updates', () => {
  /** Collects messages as they arrive, until the test ends. */
  async function listen(fixture: Fixture, query = ''): Promise<{ news: LiveNews[]; stop: () => void }> {
    const over = new AbortController()
    const response = await fetch(`${fixture.base}/api/events?${query}`, {
      headers: { Authorization: `Bearer ${fixture.token}` },
      signal: over.signal,
    })
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    const news: LiveNews[] = []
    const read = async () => {
      let rest = ''
      for await (const chunk of response.body ?? []) {
        const messages = (rest + Buffer.from(chunk as Uint8Array).toString()).split('\n\n')
        rest = messages.pop() ?? ''
        for (const message of messages)
          if (message.startsWith('data: ')) news.push(JSON.parse(message.slice(6)) as LiveNews)
      }
    }
    void read().catch(() => {})
    return { news, stop: () => over.abort() }
  }

  it('reports new rows and changed deliveries, and no older ones', async () => {
    const fixture = await makeInspector()
    const old = fixture.add({ status: 500 })
    const { news } = await listen(fixture)
    const other = { ...fixture.journal, appKey: 'app.other.one' }
    addDelivery(other, { status: 200 })
    const id = fixture.add({ status: 200 })
    await expect
      .poll(() => news.flatMap(({ entries }) => entries.map((entry) => `${entry.kind} ${entry.id}`)))
      .toEqual([`delivery ${id}`])

    await fixture.post(`/api/deliveries/${old}/replay`)

    await expect
      .poll(() => news.flatMap(({ changed }) => changed))
      .toMatchObject([{ kind: 'delivery', id: old, state: 'delivered', status: 200 }])
    expect(news.flatMap(({ entries }) => entries).at(-1)).toMatchObject({
      kind: 'attempt',
      deliveryId: old,
      how: 'replay',
    })
  })

  it('starts where the page was read, and applies its filter', async () => {
    const fixture = await makeInspector()
    fixture.add({ topic: 'order.paid' })
    const { newest } = (await fixture.ask('/api/timeline')).body as TimelineAnswer
    const paid = fixture.add({ topic: 'order.paid' })
    fixture.add({ topic: 'order.created' })

    const { news } = await listen(fixture, `after=${newest}&topic=order.paid`)

    await expect.poll(() => news.flatMap(({ entries }) => entries.map(({ id }) => id))).toEqual([paid])
  })

  it('delivers more than 200 simultaneous rows', async () => {
    const fixture = await makeInspector()
    const { news } = await listen(fixture)
    fixture.journal.db.exec('BEGIN')
    for (let n = 0; n < 450; n++) fixture.add()
    fixture.journal.db.exec('COMMIT')

    await expect.poll(() => new Set(news.flatMap(({ entries }) => entries.map(({ id }) => id))).size).toBe(450)
  })

  it('serves 16 pages at a time', async () => {
    const fixture = await makeInspector()
    const stops: (() => void)[] = []
    for (let n = 0; n < 16; n++) stops.push((await listen(fixture)).stop)

    expect((await fixture.ask('/api/events')).status).toBe(503)
    stops[0]?.()
    const again = async () => {
      const over = new AbortController()
      const { status } = await fetch(`${fixture.base}/api/events`, {
        headers: { Authorization: `Bearer ${fixture.token}` },
        signal: over.signal,
      })
      over.abort()
      return status
    }
    await expect.poll(again).toBe(200)
    expect((await (await makeInspector()).ask('/api/events?after=x')).status).toBe(400)
  })
})

describe('charts', () => {
  it('count the rejections of the window only', async () => {
    const fixture = await makeInspector({ now: () => NOON })
    const before = (minutes: number) => new Date(NOON.getTime() - minutes * 60_000)
    countRejections(fixture.journal, { reason: 'too-old', count: 100, at: before(40) })
    countRejections(fixture.journal, { reason: 'too-old', count: 2, at: before(5) })
    countRejections(fixture.journal, { reason: 'header-missing', count: 1, at: before(50) })

    const hour = (await fixture.ask('/api/charts?window=1h')).body as ChartsAnswer
    const quarter = (await fixture.ask('/api/charts?window=15m')).body as ChartsAnswer

    const lastAt = before(5).toISOString()
    expect(hour.refusals).toEqual([
      { reason: 'too-old', count: 102, lastAt },
      { reason: 'header-missing', count: 1, lastAt: before(50).toISOString() },
    ])
    expect(quarter.refusals).toEqual([{ reason: 'too-old', count: 2, lastAt }])
  })

  it('cover the requested window', async () => {
    const now = new Date()
    const fixture = await makeInspector({ now: () => now })
    fixture.add({ receivedAt: new Date(now.getTime() - 20 * 60_000), status: 200, ms: 10 })
    fixture.add({ receivedAt: new Date(now.getTime() - 60_000), status: 500, ms: 30 })

    const hour = (await fixture.ask('/api/charts?window=1h')).body as ChartsAnswer
    const quarter = (await fixture.ask('/api/charts?window=15m')).body as ChartsAnswer

    expect(hour).toMatchObject({ deliveries: 2, delivered: 1, requestsPerMinute: 600, latency: { p50: 10, p95: 30 } })
    expect(hour.buckets).toHaveLength(60)
    expect(quarter).toMatchObject({
      deliveries: 1,
      delivered: 0,
      causes: [{ what: 'delivery', cause: '500', count: 1 }],
    })
    expect((await fixture.ask('/api/charts?window=forever')).status).toBe(400)
  })
})
