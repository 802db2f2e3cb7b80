import { createHash } from 'node:crypto'

import { expect, it } from 'vitest'

import { hasCode } from '../../../src/errors.ts'
import { coreOf } from '../../../src/kit/create-app.ts'
import { sql } from '../../../src/kit/kit.ts'
import { startKitApp } from '../support.ts'

const PLACEHOLDER = 'placeholder.svg'

it('lets a handler use its placeholder if no image generator is configured, after a single request (K5 MEDIA-037)', async () => {
  const kit = await startKitApp({
    declare: (app) => {
      app.on('order.paid', async ({ event, api }) => {
        const fileHash = createHash('sha256').update(event.id).digest('hex')
        const image = await api.media
          .generate({ body: { prompt: 'a mug', fileHash } })
          .then(({ url }) => url)
          .catch((error: unknown) => {
            if (hasCode(error, 'api.error') && error.details['status'] === 503) return PLACEHOLDER
            throw error
          })
        return sql`INSERT INTO svcapp_once (kind, value, expires_at) VALUES ('image', ${image}, ${9e15})`
      })
    },
  })

  const order = await kit.platform.control.placeOrder({ paid: true })
  await kit.platform.events.waitFor('order.paid', { of: order })
  await kit.settled()

  const rows = await coreOf(kit.app).database.rows(sql`SELECT value FROM svcapp_once WHERE kind = ${'image'}`)
  expect(rows).toEqual([{ value: PLACEHOLDER }])
  const calls = kit.platform.calls.list().filter(({ path }) => path.includes('/media/generate'))
  expect(calls.map(({ status }) => status)).toEqual([503])
})
