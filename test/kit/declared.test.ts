import { expect, it } from 'vitest'

import { createApp, html } from '../../src/kit/kit.ts'
import { sqlite } from '../../src/kit/node.ts'

const app = () => createApp({ env: {}, database: sqlite(':memory:') })

it('rejects a second handler of a topic', () => {
  const one = app().on(['order.paid', 'order.created'], () => {})

  expect(() => one.on('order.created', () => {})).toThrow(expect.objectContaining({ code: 'kit.topic-twice' }))
})

it.each(['panel', '/panel/', 'webhooks', 'auth/done', '_kit/x', ''])('rejects the reserved path %j', (path) => {
  const one = app().panel('panel', () => html``)

  expect(() => one.slot(path, () => '')).toThrow(expect.objectContaining({ code: 'kit.path-taken' }))
})

it('rejects a second declaration of a JSON path', () => {
  const one = app().data('panel/data', async () => ({}))

  expect(() => one.data('/panel/data', async () => ({}))).toThrow(expect.objectContaining({ code: 'kit.path-taken' }))
})

it('needs no environment until it is used, and then reports the first missing variable (K13)', async () => {
  const one = app()

  expect(await one.ready()).toMatch(/^SVCAPP_APP_KEY is not set\. .*app env/)
  await expect(one.handle(new Request('http://localhost/webhooks'))).rejects.toMatchObject({ code: 'config.missing' })
})

it('escapes every value inserted into markup', () => {
  const name = `<b onclick="x">'&`

  expect(html`<p title="${name}">${[html`<i>${name}</i>`, null, false, 0]}</p>`.text).toBe(
    '<p title="&#60;b onclick=&#34;x&#34;&#62;&#39;&#38;"><i>&#60;b onclick=&#34;x&#34;&#62;&#39;&#38;</i>0</p>',
  )
})
