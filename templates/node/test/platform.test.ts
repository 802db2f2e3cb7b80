import assert from 'node:assert/strict'
import { test } from 'node:test'

import { makeApp } from './support/make-app.ts'

const access = { token: 'opaque', pin: null }
const failing = (status: number) => ({ status, body: '{"message":"no"}' })

test('a read that a person waits for is made again after trouble; a refusal is not, and jobs leave that to the queue', async (t) => {
  const { platform, tools, atWork } = await makeApp(t)
  platform.answers.set('GET /api/apps/v1/orders/5', failing(503))
  platform.answers.set('GET /api/apps/v1/orders/6', failing(403))

  await assert.rejects(tools.platform.order(access, 5), { status: 503 })
  await assert.rejects(tools.platform.order(access, 6), { status: 403 })
  await assert.rejects(atWork.platform.order(access, 5), { status: 503 })

  assert.deepEqual(
    platform.seen.map(({ url }) => url.slice(-1)),
    ['5', '5', '5', '6', '5'],
  )
})

test('what may have taken effect is sent once: a code, and a picture that is made', async (t) => {
  const { platform, tools } = await makeApp(t)
  platform.answers.set('POST /api/apps/oauth/token', failing(500))
  platform.answers.set('POST /api/apps/v1/media/generate', failing(502))

  await assert.rejects(tools.platform.exchange('code'), { status: 500 })
  await assert.rejects(tools.platform.generateImage(access, { prompt: 'a mug', fileHash: '' }), { status: 502 })

  assert.equal(platform.seen.length, 2)
})
