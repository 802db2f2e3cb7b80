import assert from 'node:assert/strict'
import { test } from 'node:test'

import { createPlatform } from '../src/platform/platform.ts'
import { placeholderImage, productImage } from '../src/platform/product-image.ts'
import { startFakePlatform } from './support/fake-platform.ts'

const access = { token: 'token', pin: 7 }

async function makePlatform(status: number, body: unknown) {
  const fake = await startFakePlatform()
  fake.answers.set('POST /api/apps/v1/media/generate', { status, body: JSON.stringify(body) })
  const platform = createPlatform(
    { baseUrl: fake.url, clientId: 'cli_x', clientSecret: 'cs_x' },
    { pauses: { call: (_token, make) => make() }, againAfterMs: [] },
  )
  return { fake, platform }
}

test('with 503 the app uses its own placeholder, and does not ask again', async (t) => {
  const { fake, platform } = await makePlatform(503, { success: false, message: 'No provider.' })
  t.after(fake.close)

  assert.equal(await productImage(platform, access, 'a mug'), placeholderImage)
  assert.equal(fake.seen.length, 1)
})

test('a generated picture is asked for under a stable key, in the region of the request', async (t) => {
  const { fake, platform } = await makePlatform(200, { success: true, url: 'https://x.example/a.png', generated: true })
  t.after(fake.close)

  const urls = [await productImage(platform, access, 'a mug'), await productImage(platform, access, 'a mug')]

  assert.deepEqual(urls, ['https://x.example/a.png', 'https://x.example/a.png'])
  const hashes = fake.seen.map(({ body }) => String((JSON.parse(body) as { fileHash: unknown }).fileHash))
  assert.equal(new Set(hashes).size, 1)
  assert.match(hashes[0] ?? '', /^[0-9a-f]{64}$/)
  assert.equal(fake.seen[0]?.headers['x-region-id'], '7')
})

test('any other refusal is no reason for a placeholder', async (t) => {
  const { fake, platform } = await makePlatform(403, { success: false, message: 'No scope.' })
  t.after(fake.close)

  await assert.rejects(productImage(platform, access, 'a mug'), { status: 403 })
})
