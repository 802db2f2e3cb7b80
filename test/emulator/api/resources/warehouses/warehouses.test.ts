import { createHash } from 'node:crypto'

import { describe, expect, it } from 'vitest'

import { messages } from '../../../../../src/catalog/errors.ts'
import { warehouses } from '../../../../../src/catalog/resources/warehouses.ts'
import { hostileBodies, hostileTexts } from '../../hostile.ts'
import { makeShop, REGION_APP, WIDE_APP, type Shop } from '../../shop.ts'

const scopes = ['products.read', 'inventory.write'] as const
const OTHER_APP = 'app.rival.stock'

interface Warehouse {
  readonly id: number
  readonly code: string
  readonly isDefault: boolean
  readonly isVirtual: boolean
  readonly isMine: boolean
}

const setUp = async (region = 'tr') => {
  const shop = await makeShop()
  const { token } = await shop.install({ region, requested_scopes: scopes })
  return { shop, token, ...helpers(shop, token) }
}

function helpers(shop: Shop, token: string) {
  const list = async (as = token, query = ''): Promise<Warehouse[]> =>
    (await shop.call(as, `/warehouses${query}`)).body.items
  const create = (body: unknown, as = token, headers = {}) => shop.send(as, 'POST /warehouses', body, headers)
  const claim = (id: number | string, as = token, headers = {}) =>
    shop.call(as, `/warehouses/${id}/claim`, { method: 'POST', headers })
  const release = (id: number | string, as = token, headers = {}) =>
    shop.call(as, `/warehouses/${id}/claim`, { method: 'DELETE', headers })
  const idOf = (code: string) => Number(shop.db.prepare('SELECT id FROM warehouses WHERE code = ?').get(code)?.['id'])
  const rows = () => shop.db.prepare('SELECT * FROM warehouses ORDER BY id').all()
  return { list, create, claim, release, idOf, rows }
}

describe('GET /warehouses', () => {
  it("reports for each warehouse whether it is the store's default (WH-014)", async () => {
    const { shop, list, rows } = await setUp()
    const { token } = await shop.installWide({ requested_scopes: scopes })

    const shown = await list(token)

    expect(shown.map(({ id, isDefault }) => [id, isDefault])).toEqual(
      rows().map((row) => [row['id'], row['is_default'] === 1]),
    )
    expect(shown.filter(({ isDefault }) => isDefault)).toHaveLength(1)
  })
})

describe('POST /warehouses', () => {
  it('creates a warehouse that is bound to the app and never the default (WH-018 WH-023 WH-027 WH-015)', async () => {
    const { shop, create, list } = await setUp('de')

    const { status, body } = await create({ name: 'Hall 7' })

    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      id: expect.any(Number),
      name: 'Hall 7',
      code: expect.stringMatching(/^app-[0-9a-f]{10}$/),
      regionId: shop.region('de'),
      isMine: true,
      message: 'The warehouse was created.',
    })
    expect(warehouses.create.response.parse(body)).toEqual(body)
    expect((await list()).find(({ id }) => id === body.id)).toEqual({
      id: body.id,
      name: 'Hall 7',
      code: body.code,
      countryCode: 'DE',
      regionId: shop.region('de'),
      isDefault: false,
      isVirtual: true,
      isMine: true,
    })
  })

  it('does not make the only warehouse of a store its default (WH-027)', async () => {
    const { shop, create, list } = await setUp()
    shop.db.exec('DELETE FROM stock; DELETE FROM warehouses')

    await create({ name: 'The only one' })

    expect((await list()).map(({ isDefault, isMine }) => [isDefault, isMine])).toEqual([[false, true]])
  })

  it('truncates a name after 100 characters (WH-021)', async () => {
    const { create, rows } = await setUp()
    const long = 'abcdefghij'.repeat(15)

    const cut = await create({ name: long })
    const whole = await create({ name: long.slice(0, 100) })

    expect([cut.status, cut.body.name]).toEqual([200, long.slice(0, 100)])
    expect(whole.body.name).toBe(long.slice(0, 100))
    expect(rows().at(-2)?.['name']).toBe(long.slice(0, 100))
  })

  it('counts a surrogate pair as one character and never splits it (WH-021)', async () => {
    const { create, list } = await setUp()

    const all = await create({ name: '🏬'.repeat(101) })
    const shifted = await create({ name: `a${'🏬'.repeat(120)}` })

    expect(all.body.name).toBe('🏬'.repeat(100))
    expect(shifted.body.name).toBe(`a${'🏬'.repeat(99)}`)
    expect((await list()).map((item) => (item as unknown as { name: string }).name)).toContain('🏬'.repeat(100))
  })

  it('derives unique codes from the app key (WH-024 WH-025)', async () => {
    const { shop, token, create } = await setUp()
    const other = await shop.install({ appKey: OTHER_APP, requested_scopes: scopes })
    const codes = async (as: string) => [
      (await create({ name: 'A' }, as)).body.code,
      (await create({ name: 'A' }, as)).body.code,
    ]

    const [first, second] = await codes(token)
    const [rival] = await codes(other.token)
    const third = (await create({ name: 'A' })).body.code

    expect([second, third]).toEqual([`${first}-2`, `${first}-3`])
    expect(rival).not.toBe(first)
    // The stem is the app's own in another store too.
    const elsewhere = await shop.openStore({ name: 'Second' })
    const there = await shop.install({ into: elsewhere, requested_scopes: scopes })
    expect((await create({ name: 'A' }, there.token)).body.code).toBe(first)
  })

  it('reveals the owner to no other app, by name, code or error (WH-016 WH-038)', async () => {
    const { shop, create, claim } = await setUp()
    const other = await shop.install({ appKey: OTHER_APP, requested_scopes: scopes })
    const { body } = await create({ name: 'Hall 7' })

    const seen = await shop.call(other.token, '/warehouses')
    const refused = await claim(body.id, other.token)

    expect(seen.body.items.find(({ id }: Warehouse) => id === body.id)).toMatchObject({
      isVirtual: true,
      isMine: false,
    })
    // Nor by trying app keys until the code fits.
    const guess = createHash('sha256').update(REGION_APP).digest('hex').slice(0, 10)
    for (const word of [REGION_APP, 'acme', 'loyalty', 'Loyalty', guess]) {
      expect(JSON.stringify(seen.body)).not.toContain(word)
      expect(JSON.stringify(refused.body)).not.toContain(word)
    }
  })

  it('ignores code, address, default and owner in the body (WH-026 WH-028)', async () => {
    const { create, rows } = await setUp()

    const { status, body } = await create({
      name: 'Hall',
      code: 'MINE',
      address: { city: 'Izmir' },
      isDefault: true,
      regionId: 999,
      isVirtual: false,
      ownerAppKey: OTHER_APP,
    })

    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['success', 'id', 'name', 'code', 'regionId', 'isMine', 'message'])
    expect(body.code).not.toBe('MINE')
    expect(rows().at(-1)).toMatchObject({ is_default: 0, owner_app_key: REGION_APP, code: body.code })
  })

  it.each([
    {},
    { name: null },
    { name: '' },
    { name: ' \t\n' },
    { name: 7 },
    { name: true },
    { name: ['Hall'] },
    { name: { text: 'Hall' } },
    ...hostileBodies,
  ])('rejects %j with 400 and writes nothing (WH-020)', async (body) => {
    const { create, rows } = await setUp()
    const before = rows()

    const answer = await create(body)

    expect([answer.status, answer.body.success, typeof answer.body.message]).toEqual([400, false, 'string'])
    expect(rows()).toEqual(before)
  })

  it.each(hostileTexts)('accepts %j as a name (T23)', async (name) => {
    const { create, list } = await setUp()

    const { status, body } = await create({ name })

    expect(status).toBe(200)
    expect(body.name).toBe(name.slice(0, 100).toWellFormed())
    expect((await list()).find(({ id }) => id === body.id)).toMatchObject({ name: body.name })
  })

  it('needs a pin under both readings of A5, and creates the warehouse in its region (WH-022 PIN-006)', async () => {
    const { shop, create, rows } = await setUp()
    const wide = await shop.installWide({ requested_scopes: scopes })
    const before = rows()

    const missing = await create({ name: 'Hall' }, wide.token)
    shop.context.changeSettings({ pin: 'documented-only' })
    const stillMissing = await create({ name: 'Hall' }, wide.token)
    const pinned = await create({ name: 'Hall' }, wide.token, { 'X-Region-Id': String(shop.region('gb')) })

    expect([missing.status, missing.body.message, stillMissing.status]).toEqual([400, messages.pinMissing, 400])
    expect([pinned.status, pinned.body.regionId]).toEqual([200, shop.region('gb')])
    expect(rows().slice(0, -1)).toEqual(before)
    expect(rows().at(-1)?.['country_code']).toBe('GB')
  })

  it('uses the region of a region-scoped token, whatever pin is sent (PIN-003)', async () => {
    const { shop, token, create } = await setUp('de')

    const { body } = await create({ name: 'Hall' }, token, { 'X-Region-Id': String(shop.region('gb')) })

    expect(body.regionId).toBe(shop.region('de'))
  })
})

describe('POST /warehouses/{id}/claim', () => {
  it('binds an empty warehouse of the store (WH-029 WH-031 WH-033)', async () => {
    const { shop, claim, list, idOf } = await setUp()
    const id = idOf('tr-spare')

    const { status, body } = await claim(id)
    const { body: after } = await shop.call((await setUpToken(shop)).token, '/warehouses')

    expect(status).toBe(200)
    expect(body).toEqual({ success: true, id, name: 'Spare room', message: 'The warehouse is yours.' })
    expect(warehouses.claim.response.parse(body)).toEqual(body)
    expect((await list()).find((item) => item.id === id)).toMatchObject({ isMine: true, isVirtual: true })
    expect(after.items.find((item: Warehouse) => item.id === id)).toMatchObject({ isMine: false, isVirtual: true })
  })

  it('reports a second claim as already bound and keeps one binding (WH-032 WH-034)', async () => {
    const { claim, idOf, rows } = await setUp()
    const id = idOf('tr-spare')
    await claim(id)
    const once = rows()

    const { status, body } = await claim(id)

    expect([status, body]).toEqual([
      200,
      { success: true, id, alreadyMine: true, message: 'The warehouse is already yours.' },
    ])
    expect(warehouses.claim.response.parse(body)).toEqual(body)
    expect(rows()).toEqual(once)
  })

  it('reports a warehouse that the app created as already bound, even with stock (WH-032)', async () => {
    const { shop, create, claim } = await setUp()
    const { body } = await create({ name: 'Hall' })
    shop.db.prepare("INSERT INTO stock (product_id, warehouse_id, quantity) VALUES (1, ?, '5')").run(body.id)

    expect((await claim(body.id)).body.alreadyMine).toBe(true)
  })

  it.each([
    '999999',
    '0',
    '-1',
    '1.5',
    'x',
    '9007199254740993',
    '9223372036854775807',
    '99999999999999999999',
    "1'--",
    '%00',
  ])('claim and release of %s return 404 and change nothing (WH-035)', async (id) => {
    const { claim, release, rows } = await setUp()
    const before = rows()

    expect([(await claim(id)).status, (await release(id)).status]).toEqual([404, 404])
    expect(rows()).toEqual(before)
  })

  it('returns 404 for a warehouse of another region, for a locked token and under a pin (WH-036 B35)', async () => {
    const { shop, claim, idOf, rows } = await setUp('de')
    const wide = await shop.installWide({ requested_scopes: scopes })
    const id = idOf('tr-spare')
    const before = rows()

    const locked = await claim(id)
    const pinned = await claim(id, wide.token, { 'X-Region-Id': String(shop.region('gb')) })

    expect([locked.status, pinned.status]).toEqual([404, 404])
    expect(locked.body).toEqual({ success: false, message: 'Not found.' })
    expect(rows()).toEqual(before)
    expect((await claim(id, wide.token, { 'X-Region-Id': String(shop.region('tr')) })).status).toBe(200)
  })

  it('without a required pin (A5), uses the regions of the install (WH-036 PIN-012)', async () => {
    const { shop, claim, idOf } = await setUp()
    const some = await shop.installWide({ appKey: 'app.acme.some', countries: ['DE', 'GB'], requested_scopes: scopes })
    const all = await shop.installWide({ requested_scopes: scopes })

    expect((await claim(idOf('tr-spare'), all.token)).status).toBe(400)
    shop.context.changeSettings({ pin: 'documented-only' })

    expect((await claim(idOf('tr-spare'), some.token)).status).toBe(404)
    expect((await claim(idOf('tr-spare'), all.token)).status).toBe(200)
  })

  it('returns 409 for a warehouse that another app manages (WH-037 WH-038 ERR-017)', async () => {
    const { shop, create, claim, rows } = await setUp()
    const other = await shop.install({ appKey: OTHER_APP, requested_scopes: scopes })
    const { body } = await create({ name: 'Hall' }, other.token)
    const before = rows()

    const refused = await claim(body.id)

    expect(refused.status).toBe(409)
    expect(refused.body).toEqual({ success: false, message: 'The warehouse is managed by another app.' })
    expect(rows()).toEqual(before)
  })

  it.each(['5', '-3', '0.001', '1e-7'])(
    'returns 409 for a warehouse with %s units of store stock (WH-039 ERR-017)',
    async (quantity) => {
      const { shop, claim, idOf, rows } = await setUp()
      const id = idOf('tr-spare')
      shop.db.prepare('INSERT INTO stock (product_id, warehouse_id, quantity) VALUES (1, ?, ?)').run(id, quantity)
      const before = rows()

      const refused = await claim(id)

      expect([refused.status, refused.body.message]).toEqual([409, "The warehouse holds the store's own stock."])
      expect(rows()).toEqual(before)
    },
  )

  it.each(['0', '0.00', '-0'])(
    'treats a warehouse with rows of %s units as empty (WH-039 WH-033)',
    async (quantity) => {
      const { shop, claim, idOf } = await setUp()
      shop.db
        .prepare('INSERT INTO stock (product_id, warehouse_id, quantity) VALUES (1, ?, ?)')
        .run(idOf('tr-spare'), quantity)

      expect((await claim(idOf('tr-spare'))).status).toBe(200)
    },
  )

  it("returns 409 for the store's default warehouse, even if it is empty (WH-040 ERR-017)", async () => {
    const { shop, claim, idOf, rows } = await setUp()
    shop.db.exec('DELETE FROM stock')
    const before = rows()

    const refused = await claim(idOf('tr-main'))

    expect([refused.status, refused.body.message]).toEqual([409, "The warehouse is the store's default."])
    expect(rows()).toEqual(before)
  })

  it('ignores a request body (WH-031)', async () => {
    const { shop, token, idOf } = await setUp()

    const { status } = await shop.send(token, `POST /warehouses/${idOf('tr-spare')}/claim`, '{"half":')

    expect(status).toBe(200)
  })
})

describe('DELETE /warehouses/{id}/claim', () => {
  it('returns the warehouse with its stock to the store (WH-041 WH-043)', async () => {
    const { shop, claim, release, list, idOf } = await setUp()
    const id = idOf('tr-spare')
    await claim(id)
    shop.db.prepare("INSERT INTO stock (product_id, warehouse_id, quantity) VALUES (1, ?, '5')").run(id)

    const { status, body } = await release(id)

    expect([status, body]).toEqual([
      200,
      { success: true, id, message: 'The warehouse is managed by the store again.' },
    ])
    expect(warehouses.release.response.parse(body)).toEqual(body)
    expect((await list()).find((item) => item.id === id)).toMatchObject({ isMine: false, isVirtual: false })
    // What lies in it is the store's own from now on.
    expect((await claim(id)).body.message).toBe("The warehouse holds the store's own stock.")
  })

  it('returns the same 404 for a warehouse that is free, released, or of another app or region (WH-044)', async () => {
    const { shop, create, claim, release, idOf, rows } = await setUp()
    const rival = await shop.install({ appKey: OTHER_APP, requested_scopes: scopes })
    const wide = await shop.installWide({ requested_scopes: scopes })
    const foreign = await create({ name: 'Hall' }, rival.token)
    const own = await create({ name: 'Hall' }, wide.token, { 'X-Region-Id': String(shop.region('de')) })
    await claim(idOf('tr-spare'))
    await release(idOf('tr-spare'))
    const before = rows()

    const answers = [
      await release(idOf('tr-main')),
      await release(foreign.body.id),
      await release(own.body.id, wide.token, { 'X-Region-Id': String(shop.region('tr')) }),
      await release(idOf('tr-spare')),
      await release(999_999),
    ]

    for (const { status, body } of answers) {
      expect([status, body]).toEqual([404, { success: false, message: 'This warehouse is not bound to you.' }])
    }
    expect(rows()).toEqual(before)
    expect((await release(own.body.id, wide.token, { 'X-Region-Id': String(shop.region('de')) })).status).toBe(200)
  })
})

it('a locked token lists and creates warehouses of its region after the store closes it (WH-001 B35)', async () => {
  const { shop, list, create } = await setUp('de')
  shop.context.registry.prepare('UPDATE regions SET active = 0 WHERE id = ?').run(shop.region('de'))

  expect((await list()).map(({ code }) => code)).toEqual(['de-main'])
  expect((await create({ name: 'Hall' })).body.regionId).toBe(shop.region('de'))
})

it('warehouse writes need inventory.write and no other scope (WH-019 WH-030 WH-042 SCOPE-022)', async () => {
  const { shop, idOf, rows } = await setUp()
  const without = await shop.install({
    appKey: 'app.acme.reader',
    requested_scopes: ['products.read', 'products.write', 'orders.write'],
  })
  const only = await shop.install({ appKey: 'app.acme.keeper', requested_scopes: ['inventory.write'] })
  const id = idOf('tr-spare')
  const before = rows()
  const statuses = async (token: string) => {
    const { create, claim, release } = helpers(shop, token)
    return [(await create({ name: 'Hall' })).status, (await claim(id)).status, (await release(id)).status]
  }

  expect(await statuses(without.token)).toEqual([403, 403, 403])
  expect(rows()).toEqual(before)
  expect(await statuses(only.token)).toEqual([200, 200, 200])
  // A38: reading the list needs another scope.
  expect((await shop.call(only.token, '/warehouses')).status).toBe(403)
})

it('warehouses of another store are hidden (APP-020)', async () => {
  const { shop, claim, release, create } = await setUp()
  const second = await shop.openStore({ name: 'Second' })
  const { token } = await shop.install({ appKey: WIDE_APP, into: second, requested_scopes: scopes })
  for (let count = 0; count < 20; count++) await create({ name: 'Hall' }, token)
  const { body } = await shop.call(token, '/warehouses')
  const last = Math.max(...body.items.map(({ id }: Warehouse) => id))

  expect(body.myWarehouseCount).toBe(20)
  expect([(await claim(last)).status, (await release(last)).status]).toEqual([404, 404])
})

function setUpToken(shop: Shop) {
  return shop.install({ appKey: OTHER_APP, requested_scopes: scopes })
}
