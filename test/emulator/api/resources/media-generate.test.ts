import { crc32, inflateSync } from 'node:zlib'

import { describe, expect, it } from 'vitest'

import { media } from '../../../../src/catalog/resources/media.ts'
import { formBytes, png, BOUNDARY } from '../../../support/emulator/upload.ts'
import { makeShop } from '../shop.ts'

const scopes = ['products.write']
const key = 'ab'.repeat(32)

async function makeMediaShop(mediaGenerator: 'none' | 'fake' | 'failing' = 'fake') {
  const shop = await makeShop()
  const { token } = await shop.install({ requested_scopes: scopes })
  const set = (setting: object) => shop.control('PUT', '/settings', setting)
  await set({ mediaGenerator })
  const generate = (body: unknown, auth = token) => shop.send(auth, 'POST /media/generate', body)
  const open = async (url: string) => Buffer.from(await (await shop.emulator.fetch(new Request(url))).arrayBuffer())
  const count = (table: string) => Number(shop.db.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.['n'])
  return { ...shop, token, set, generate, open, count }
}

/** The chunks of a PNG, each with whether its checksum is right. */
function chunksOf(image: Buffer) {
  const chunks: { name: string; data: Buffer; isWhole: boolean }[] = []
  for (let at = 8; at < image.length;) {
    const end = at + 8 + image.readUInt32BE(at)
    const body = image.subarray(at + 4, end)
    chunks.push({
      name: body.subarray(0, 4).toString('latin1'),
      data: body.subarray(4),
      isWhole: crc32(body) === image.readUInt32BE(end),
    })
    at = end + 4
  }
  return chunks
}

describe('a generated image', () => {
  it('is stored in the folder of the app and served, and the response names no model (MEDIA-026 MEDIA-034)', async () => {
    const shop = await makeMediaShop()

    const { status, body } = await shop.generate({ prompt: 'a mug on a table', model: 'other' })

    expect([status, body]).toEqual([200, { success: true, url: body.url, generated: true, deduped: false }])
    expect(media.generate.response.parse(body)).toEqual(body)
    expect(new URL(body.url).pathname).toMatch(/^\/demo\/media\/apps\/app\.acme\.loyalty\/[0-9a-f]{32}\.png$/)
    expect(JSON.stringify([Object.keys(media.generate.body._zod.def.shape), body])).not.toMatch(/model|provider/)
  })

  it('is a valid PNG, identical for the same prompt and different for another', async () => {
    const shop = await makeMediaShop()
    const imageOf = async (prompt: string) => shop.open((await shop.generate({ prompt })).body.url)

    const [one, same, other] = [await imageOf('a mug'), await imageOf('a mug'), await imageOf('a cup')]

    expect(one.equals(same)).toBe(true)
    expect(one.equals(other)).toBe(false)
    expect(one.subarray(0, 8).toString('latin1')).toBe('\u0089PNG\r\n\u001a\n')
    const chunks = chunksOf(one)
    expect(chunks.map(({ name, isWhole }) => [name, isWhole])).toEqual([
      ['IHDR', true],
      ['PLTE', true],
      ['IDAT', true],
      ['IEND', true],
    ])
    const pixels = inflateSync(chunks[2]?.data ?? Buffer.alloc(0))
    expect([one.readUInt32BE(16), one.readUInt32BE(20), pixels.length]).toEqual([256, 256, 256 * 257])
    const row = [...pixels.subarray(1, 257)]
    expect(row).toEqual(row.toReversed())
    expect(new Set(pixels)).toEqual(new Set([0, 1]))
  })

  it('a known key returns the first image for any prompt, and calls no generator (MEDIA-029 MEDIA-031 MEDIA-032 MEDIA-033)', async () => {
    const shop = await makeMediaShop()
    const first = await shop.generate({ prompt: 'a mug', fileHash: key })

    for (const mediaGenerator of ['fake', 'failing', 'none']) {
      await shop.set({ mediaGenerator })
      const { status, body } = await shop.generate({ prompt: 'a cup', fileHash: key.toUpperCase() })
      expect([status, body]).toEqual([200, { success: true, url: first.body.url, generated: false, deduped: true }])
    }
    expect(first.body).toMatchObject({ generated: true, deduped: false })
    expect(shop.count('media_files')).toBe(1)
  })

  it.each([{}, { fileHash: null }])(
    'generates an image on each call without a key (%j) (MEDIA-029)',
    async (fields) => {
      const shop = await makeMediaShop()

      const answers = [
        await shop.generate({ prompt: 'a mug', ...fields }),
        await shop.generate({ prompt: 'a mug', ...fields }),
      ]

      expect(answers.map(({ body }) => body.generated)).toEqual([true, true])
      expect(new Set(answers.map(({ body }) => body.url)).size).toBe(2)
    },
  )

  it('separates the keys of uploads from those of generated images, and the keys of each app (B29)', async () => {
    const shop = await makeMediaShop()
    const uploaded = await shop.call(shop.token, `/media?fileHash=${key}`, {
      method: 'POST',
      headers: { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` },
      body: formBytes([{ bytes: png }]),
    })
    const other = await shop.install({ appKey: 'app.acme.other', requested_scopes: scopes })

    const own = await shop.generate({ prompt: 'a mug', fileHash: key })
    const theirs = await shop.generate({ prompt: 'a mug', fileHash: key }, other.token)

    expect([uploaded.body.deduped, own.body.deduped, theirs.body.deduped]).toEqual([false, false, false])
    expect(shop.count('media_records')).toBe(3)
  })

  it('an unwritable library does not lose the image (MEDIA-024)', async () => {
    const shop = await makeMediaShop()
    await shop.set({ mediaRecordFails: true })

    const answers = [
      await shop.generate({ prompt: 'a mug', fileHash: key }),
      await shop.generate({ prompt: 'a mug', fileHash: key }),
    ]

    expect(answers.map(({ status, body }) => [status, body.generated])).toEqual([
      [200, true],
      [200, true],
    ])
  })
})

describe('no image', () => {
  it('returns 503 by default, because no generator is configured (MEDIA-035)', async () => {
    const shop = await makeShop()
    const { token } = await shop.install({ requested_scopes: scopes })

    const { status, body } = await shop.send(token, 'POST /media/generate', { prompt: 'a mug', fileHash: key })

    expect([status, body]).toEqual([503, { success: false, message: 'No image generator is configured.' }])
    expect(shop.db.prepare('SELECT count(*) AS n FROM media_files').get()?.['n']).toBe(0)
  })

  it('a failed generator returns 502, and its key can be used again (MEDIA-038)', async () => {
    const shop = await makeMediaShop('failing')

    const { status, body } = await shop.generate({ prompt: 'a mug', fileHash: key })
    await shop.set({ mediaGenerator: 'fake' })
    const later = await shop.generate({ prompt: 'a mug', fileHash: key })

    expect([status, body]).toEqual([502, { success: false, message: 'The image could not be generated.' }])
    expect(later.body.generated).toBe(true)
  })

  it.each<[string, unknown, number]>([
    ['MEDIA-030', { prompt: 'x'.repeat(2000) }, 200],
    ['MEDIA-030', { prompt: 'x'.repeat(2001) }, 400],
    ['MEDIA-028', { prompt: 'x' }, 200],
    ['MEDIA-028', { prompt: "'; DROP TABLE media_files; -- \u0000\u001b[31m ../../x" }, 200],
    ['MEDIA-028', {}, 400],
    ['MEDIA-028', { prompt: '' }, 400],
    ['MEDIA-028', { prompt: ' ' }, 400],
    ['MEDIA-028', { prompt: null }, 400],
    ['MEDIA-028', { prompt: 7 }, 400],
    ['MEDIA-028', { prompt: ['x'] }, 400],
    ['MEDIA-028', [], 400],
    ['MEDIA-028', 'no json', 400],
    ['B29', { prompt: 'x', fileHash: '' }, 400],
    ['B29', { prompt: 'x', fileHash: 'a'.repeat(63) }, 400],
    ['B29', { prompt: 'x', fileHash: 'a'.repeat(65) }, 400],
    ['B29', { prompt: 'x', fileHash: 'z'.repeat(64) }, 400],
    ['B29', { prompt: 'x', fileHash: 7 }, 400],
  ])('%s %.60j answers %i', async (_rule, body, status) => {
    const shop = await makeMediaShop()

    const answer = await shop.generate(body)

    expect([answer.status, answer.body.success]).toEqual([status, status === 200])
    expect(shop.count('media_files')).toBe(status === 200 ? 1 : 0)
  })

  it('an invalid prompt returns 400 even without a generator (B10)', async () => {
    const shop = await makeMediaShop('none')

    expect((await shop.generate({ prompt: '' })).status).toBe(400)
  })

  it('MEDIA-027 needs products.write', async () => {
    const shop = await makeShop()
    const { token } = await shop.install({ requested_scopes: ['products.read'] })

    expect((await shop.send(token, 'POST /media/generate', { prompt: 'x' })).status).toBe(403)
  })

  it('a store-wide token needs a region, under both readings of A5 (A22)', async () => {
    const shop = await makeMediaShop()
    const { token } = await shop.installWide({ requested_scopes: scopes })

    const without = await shop.generate({ prompt: 'x' }, token)
    await shop.set({ pin: 'documented-only' })
    const still = await shop.generate({ prompt: 'x' }, token)
    const pinned = await shop.send(token, `POST /media/generate?regionId=${shop.region('de')}`, { prompt: 'x' })

    expect([without.status, still.status, pinned.status]).toEqual([400, 400, 200])
  })
})
