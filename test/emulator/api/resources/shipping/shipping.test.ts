import { describe, expect, it } from 'vitest'

import { shippingPackages } from '../../../../../src/catalog/resources/shipping-packages.ts'
import { shippingProfiles } from '../../../../../src/catalog/resources/shipping-profiles.ts'
import { makeShop } from '../../shop.ts'

interface Profile {
  readonly name: string
  readonly isDefault: boolean
}

const setUp = async () => {
  const shop = await makeShop()
  const { token } = await shop.installWide({ requested_scopes: ['products.read'] })
  return { shop, token }
}

describe('GET /shipping-profiles', () => {
  it('lists id, name, raw type and default, without a pin (DISC-001 DISC-003 DISC-004 DISC-011 DISC-012 DISC-013 DISC-014)', async () => {
    const { shop, token } = await setUp()

    const { status, body } = await shop.call(token, '/shipping-profiles')

    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      totalCount: 2,
      items: [
        { id: 1, name: 'Standard parcel', profileType: 'flat_rate', isDefault: true },
        { id: 2, name: 'Bulky goods', profileType: 'weight_based', isDefault: false },
      ],
      hint: null,
    })
    expect(shippingProfiles.list.response.parse(body)).toEqual(body)
  })

  it('omits inactive profiles (DISC-005)', async () => {
    const { shop, token } = await setUp()
    const all = shop.db.prepare('SELECT count(*) AS n FROM shipping_profiles').get()

    const { body } = await shop.call(token, '/shipping-profiles')

    expect([all?.['n'], body.totalCount]).toEqual([3, 2])
    expect(body.items.map(({ name }: Profile) => name)).not.toContain('Letter (old tariff)')
  })

  it('lists the default profile first, then the others by name (DISC-006)', async () => {
    const { shop, token } = await setUp()
    shop.db.exec(`
      DELETE FROM shipping_profiles;
      INSERT INTO shipping_profiles (name, profile_type, is_default) VALUES
        ('pallet', 't', 0), ('Zeppelin', 't', 0), ('Air', 't', 0), ('Mule', 't', 1), ('bicycle', 't', 0)`)

    const { body } = await shop.call(token, '/shipping-profiles')

    expect(body.items.map(({ name, isDefault }: Profile) => [name, isDefault])).toEqual([
      ['Mule', true],
      ['Air', false],
      ['bicycle', false],
      ['pallet', false],
      ['Zeppelin', false],
    ])
  })

  it('shows the hint for zero or one profile, but not for two (DISC-007)', async () => {
    const { shop, token } = await setUp()
    const hint = async () => (await shop.call(token, '/shipping-profiles')).body.hint

    const two = await hint()
    shop.db.exec('UPDATE shipping_profiles SET active = 0 WHERE id = 2')
    const one = await hint()
    shop.db.exec('UPDATE shipping_profiles SET active = 0')
    const none = await shop.call(token, '/shipping-profiles')

    expect(two).toBeNull()
    expect(one).toMatch(/owner can add profiles/)
    expect(none.body).toEqual({
      success: true,
      totalCount: 0,
      items: [],
      hint: expect.stringMatching(/no active shipping profile.*owner can add profiles/),
    })
  })

  it('returns the same untranslated list under every pin (DISC-010 DISC-013)', async () => {
    const { shop, token } = await setUp()
    const locked = await shop.install({ region: 'de', requested_scopes: ['products.read'] })
    const without = await shop.call(token, '/shipping-profiles')

    for (const code of ['tr', 'de', 'gb']) {
      const pinned = await shop.call(token, `/shipping-profiles?regionId=${shop.region(code)}`)
      expect(pinned.body).toEqual(without.body)
    }
    expect((await shop.call(locked.token, '/shipping-profiles')).body).toEqual(without.body)
  })
})

describe('GET /shipping-packages', () => {
  it('lists the boxes, without a pin (DISC-015 DISC-017 DISC-018 DISC-023 DISC-024 DISC-025 DISC-026 DISC-027 DISC-028 DISC-029 DISC-030)', async () => {
    const { shop, token } = await setUp()

    const { status, body } = await shop.call(token, '/shipping-packages')

    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      totalCount: 2,
      items: [
        {
          id: 1,
          name: 'Small box',
          lengthCm: 20,
          widthCm: 15,
          heightCm: 10,
          emptyWeightG: 85,
          maxWeightKg: 2,
          isDefault: true,
        },
        {
          id: 2,
          name: 'Large box',
          lengthCm: 60,
          widthCm: 40,
          heightCm: 40.5,
          emptyWeightG: 640,
          maxWeightKg: 25,
          isDefault: false,
        },
      ],
      hint: null,
    })
    expect(shippingPackages.list.response.parse(body)).toEqual(body)
  })

  it('returns exact numbers, in grams and in kilograms (DISC-031)', async () => {
    const { shop, token } = await setUp()
    shop.db.exec(
      "UPDATE shipping_packages SET empty_weight_g = '0.10', max_weight_kg = '12345678901234567.5', length_cm = '1.000' WHERE id = 1",
    )

    const response = await shop.api(token, '/shipping-packages')

    expect(await response.text()).toContain(
      '"lengthCm":1.000,"widthCm":15,"heightCm":10,"emptyWeightG":0.10,"maxWeightKg":12345678901234567.5',
    )
  })

  it('shows the hint for zero or one package, but not for two (DISC-018 DISC-019)', async () => {
    const { shop, token } = await setUp()
    const hint = async () => (await shop.call(token, '/shipping-packages')).body.hint

    const two = await hint()
    shop.db.exec('DELETE FROM shipping_packages WHERE id = 2')
    const one = await hint()
    shop.db.exec('DELETE FROM shipping_packages')
    const none = await shop.call(token, '/shipping-packages')

    expect(two).toBeNull()
    expect(one).toMatch(/owner can add packages/)
    expect(none.body).toEqual({
      success: true,
      totalCount: 0,
      items: [],
      hint: expect.stringMatching(/no shipping packages.*owner can add packages/),
    })
  })

  it('returns the same list under every pin, the default first, then by name (DISC-022)', async () => {
    const { shop, token } = await setUp()
    shop.db.exec(`
      INSERT INTO shipping_packages (name, length_cm, width_cm, height_cm, empty_weight_g, max_weight_kg) VALUES
        ('crate', '1', '1', '1', '1', '1'), ('Bag', '1', '1', '1', '1', '1')`)
    const without = await shop.call(token, '/shipping-packages')

    for (const code of ['tr', 'de', 'gb']) {
      expect((await shop.call(token, `/shipping-packages?regionId=${shop.region(code)}`)).body).toEqual(without.body)
    }
    expect(without.body.items.map(({ name }: Profile) => name)).toEqual(['Small box', 'Bag', 'crate', 'Large box'])
  })
})

it('profile ids and package ids are separate (DISC-032)', async () => {
  const { shop } = await setUp()
  const { token } = await shop.install({ requested_scopes: ['products.write'] })
  shop.db.exec(`
    INSERT INTO shipping_profiles (id, name, profile_type) VALUES (70, 'Mule', 't');
    INSERT INTO shipping_packages (id, name, length_cm, width_cm, height_cm, empty_weight_g, max_weight_kg)
      VALUES (80, 'Crate', '1', '1', '1', '1', '1')`)
  const create = (fields: object) => shop.send(token, 'POST /products', { externalRef: 'x', title: 'X', ...fields })

  const crossed = [await create({ shippingProfileId: 80 }), await create({ shippingPackageId: 70 })]
  const right = await create({ shippingProfileId: 70, shippingPackageId: 80 })

  expect([...crossed.map(({ status }) => status), right.status]).toEqual([400, 400, 200])
  expect(
    shop.db.prepare('SELECT shipping_profile_id, shipping_package_id FROM products WHERE id = ?').get(right.body.id),
  ).toEqual({ shipping_profile_id: 70, shipping_package_id: 80 })
})

it.each(['/shipping-profiles', '/shipping-packages'])(
  '%s needs products.read and validates a pin if one is sent (DISC-002 DISC-016 GEN-037 B11)',
  async (path) => {
    const { shop, token } = await setUp()
    const without = await shop.install({ requested_scopes: ['products.write', 'inventory.write', 'links.read'] })

    expect((await shop.call(without.token, path)).status).toBe(403)
    expect((await shop.call(token, `${path}?regionId=999999`)).status).toBe(401)
    expect((await shop.call(token, `${path}?regionId=x`)).status).toBe(401)
    expect((await shop.call(token, path, { headers: { 'X-Region-Id': String(shop.region('tr')) } })).status).toBe(200)
  },
)

it.each(['/shipping-profiles', '/shipping-packages'])(
  '%s lists only rows from the same store (APP-020)',
  async (path) => {
    const { shop, token } = await setUp()
    const second = await shop.openStore({ name: 'Second', seed: 'none' })
    const other = await shop.install({ into: second, requested_scopes: ['products.read'] })

    expect((await shop.call(other.token, path)).body.items).toEqual([])
    expect((await shop.call(token, path)).body.totalCount).toBe(2)
  },
)
