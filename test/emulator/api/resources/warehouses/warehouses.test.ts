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
  it("WH-014 says of each warehouse whether it is the store's default", async () => {
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
  it('WH-018 WH-023 WH-027 WH-015 makes a warehouse that is bound to the app and never the default', async () => {
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

  it('WH-027 is not the default even as the only one of the store', async () => {
    const { shop, create, list } = await setUp()
    shop.db.exec('DELETE FROM stock; DELETE FROM warehouses')

    await create({ name: 'The only one' })

    expect((await list()).map(({ isDefault, isMine }) => [isDefault, isMine])).toEqual([[false, true]])
  })

  it('WH-021 a name is cut after 100 characters', async () => {
    const { create, rows } = await setUp()
    const long = 'abcdefghij'.repeat(15)

    const cut = await create({ name: long })
    const whole = await create({ name: long.slice(0, 100) })

    expect([cut.status, cut.body.name]).toEqual([200, long.slice(0, 100)])
    expect(whole.body.name).toBe(long.slice(0, 100))
    expect(rows().at(-2)?.['name']).toBe(long.slice(0, 100))
  })

  it('WH-021 a character of two halves counts once and is never cut in two', async () => {
    const { create, list } = await setUp()

    const all = await create({ name: '🏬'.repeat(101) })
    const shifted = await create({ name: `a${'🏬'.repeat(120)}` })

    expect(all.body.name).toBe('🏬'.repeat(100))
    expect(shifted.body.name).toBe(`a${'🏬'.repeat(99)}`)
    expect((await list()).map((item) => (item as unknown as { name: string }).name)).toContain('🏬'.repeat(100))
  })

  it('WH-024 WH-025 codes are made from the app key and are all different', async () => {
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

  it('WH-016 WH-038 nothing that another app sees reveals whose it is: neither name, nor code, nor refusal', async () => {
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

  it('WH-026 WH-028 code, address, default and owner of the body have no effect', async () => {
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
  ])('WH-020 %j is refused with 400 and nothing is written', async (body) => {
    const { create, rows } = await setUp()
    const before = rows()

    const answer = await create(body)

    expect([answer.status, answer.body.success, typeof answer.body.message]).toEqual([400, false, 'string'])
    expect(rows()).toEqual(before)
  })

  it.each(hostileTexts)('T23 %j is a name like any other', async (name) => {
    const { create, list } = await setUp()

    const { status, body } = await create({ name })

    expect(status).toBe(200)
    expect(body.name).toBe(name.slice(0, 100).toWellFormed())
    expect((await list()).find(({ id }) => id === body.id)).toMatchObject({ name: body.name })
  })

  it('WH-022 PIN-006 needs a pin under both readings of A5, and makes the warehouse in its region', async () => {
    const { shop, create, rows } = await setUp()
    const wide = await shop.installWide({ requested_scopes: scopes })
    const before = rows()

    const missing = await create({ name: 'Hall' }, wide.token)
    shop.world.changeSettings({ pin: 'documented-only' })
    const stillMissing = await create({ name: 'Hall' }, wide.token)
    const pinned = await create({ name: 'Hall' }, wide.token, { 'X-Region-Id': String(shop.region('gb')) })

    expect([missing.status, missing.body.message, stillMissing.status]).toEqual([400, messages.pinMissing, 400])
    expect([pinned.status, pinned.body.regionId]).toEqual([200, shop.region('gb')])
    expect(rows().slice(0, -1)).toEqual(before)
    expect(rows().at(-1)?.['country_code']).toBe('GB')
  })

  it('PIN-003 a region-scoped token makes it in its own region, whatever pin is sent', async () => {
    const { shop, token, create } = await setUp('de')

    const { body } = await create({ name: 'Hall' }, token, { 'X-Region-Id': String(shop.region('gb')) })

    expect(body.regionId).toBe(shop.region('de'))
  })
})

describe('POST /warehouses/{id}/claim', () => {
  it('WH-029 WH-031 WH-033 binds an empty warehouse of the store', async () => {
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

  it('WH-032 WH-034 a second claim says that it is mine already, and there is one binding', async () => {
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

  it('WH-032 one that was created is mine already, with stock in it too', async () => {
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
  ])('WH-035 claim and release of %s answer 404 and change nothing', async (id) => {
    const { claim, release, rows } = await setUp()
    const before = rows()

    expect([(await claim(id)).status, (await release(id)).status]).toEqual([404, 404])
    expect(rows()).toEqual(before)
  })

  it('WH-036 B35 answers 404 for a warehouse of another region: locked token, and pin', async () => {
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

  it('WH-036 PIN-012 without a pin, where none is demanded (A5), the regions of the install count', async () => {
    const { shop, claim, idOf } = await setUp()
    const some = await shop.installWide({ appKey: 'app.acme.some', countries: ['DE', 'GB'], requested_scopes: scopes })
    const all = await shop.installWide({ requested_scopes: scopes })

    expect((await claim(idOf('tr-spare'), all.token)).status).toBe(400)
    shop.world.changeSettings({ pin: 'documented-only' })

    expect((await claim(idOf('tr-spare'), some.token)).status).toBe(404)
    expect((await claim(idOf('tr-spare'), all.token)).status).toBe(200)
  })

  it('WH-037 WH-038 ERR-017 answers 409 for one that another app manages', async () => {
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
    'WH-039 ERR-017 answers 409 for one with %s pieces of the store',
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

  it.each(['0', '0.00', '-0'])('WH-039 WH-033 one with rows of %s pieces is empty', async (quantity) => {
    const { shop, claim, idOf } = await setUp()
    shop.db
      .prepare('INSERT INTO stock (product_id, warehouse_id, quantity) VALUES (1, ?, ?)')
      .run(idOf('tr-spare'), quantity)

    expect((await claim(idOf('tr-spare'))).status).toBe(200)
  })

  it("WH-040 ERR-017 answers 409 for the store's default one, an empty one too", async () => {
    const { shop, claim, idOf, rows } = await setUp()
    shop.db.exec('DELETE FROM stock')
    const before = rows()

    const refused = await claim(idOf('tr-main'))

    expect([refused.status, refused.body.message]).toEqual([409, "The warehouse is the store's default."])
    expect(rows()).toEqual(before)
  })

  it('WH-031 a body that is sent along is ignored', async () => {
    const { shop, token, idOf } = await setUp()

    const { status } = await shop.send(token, `POST /warehouses/${idOf('tr-spare')}/claim`, '{"half":')

    expect(status).toBe(200)
  })
})

describe('DELETE /warehouses/{id}/claim', () => {
  it('WH-041 WH-043 gives the warehouse back to the store, with the stock in it', async () => {
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

  it('WH-044 answers one 404 for what is not bound to the app: free, of another app, of another region, released', async () => {
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

it('WH-001 B35 a locked token sees and makes warehouses of its region after the store closed the region', async () => {
  const { shop, list, create } = await setUp('de')
  shop.world.registry.prepare('UPDATE regions SET active = 0 WHERE id = ?').run(shop.region('de'))

  expect((await list()).map(({ code }) => code)).toEqual(['de-main'])
  expect((await create({ name: 'Hall' })).body.regionId).toBe(shop.region('de'))
})

it('WH-019 WH-030 WH-042 SCOPE-022 writes of warehouses need inventory.write, and nothing else', async () => {
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

it('APP-020 a warehouse of another store is not there', async () => {
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
