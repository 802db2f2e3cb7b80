import assert from 'node:assert/strict'
import { test } from 'node:test'

import { startInstall } from '../src/install-flow.ts'
import { installsOf } from '../src/installs.ts'
import { PlatformError } from '../src/platform-error.ts'
import { CODE, makeApp, TOKEN } from './support/make-app.ts'

test('the install starts at the store admin, and its return is good once and in that browser only', async () => {
  const { send, platform } = await makeApp()

  const start = await send('/auth/start')
  const to = new URL(start.headers.get('location') ?? '')
  const cookie = start.headers.get('set-cookie')?.split(';')[0] ?? ''
  const back = `/auth/callback?code=${CODE}&state=${to.searchParams.get('state')}`

  assert.equal(`${to.origin}${to.pathname}`, 'https://admin.example/admin/plugins/install/app.acme.test')
  assert.equal((await send(back)).status, 400)
  assert.equal(platform.calls.length, 0)
  assert.equal((await send(back, { headers: { cookie } })).headers.get('location'), '/auth/done')
  assert.equal((await send(back, { headers: { cookie } })).status, 400)
  assert.deepEqual(
    platform.calls.map(({ about }) => about),
    [CODE],
  )
})

test('an install that began in the admin has no state; the token is encrypted in the database', async () => {
  const { install, tools } = await makeApp()

  await install()

  const [row] = await tools.db.rows({ text: 'SELECT * FROM installs', values: [] })
  assert.ok(!JSON.stringify(row).includes(TOKEN))
  assert.equal((await installsOf(tools, 1001))[0]?.token, TOKEN)
})

test('the cookie of an install goes over https only, but for a browser on this machine', async () => {
  const { tools } = await makeApp()
  const cookieFor = async (url: string) =>
    (await startInstall(tools, new Request(url))).headers.get('set-cookie')?.endsWith('; Secure')

  assert.deepEqual(await Promise.all(['https://app.example/', 'http://app.example/'].map(cookieFor)), [true, true])
  assert.deepEqual(await Promise.all(['http://127.0.0.1:3000/', 'http://localhost:3000/'].map(cookieFor)), [
    false,
    false,
  ])
})

test('no code is exchanged while its token could not be kept', async () => {
  const { send, platform, tools } = await makeApp()
  const { write } = tools.db
  Object.assign(tools.db, { write: async () => Promise.reject(new Error('database or disk is full')) })

  assert.equal((await send(`/auth/callback?code=${CODE}`)).status, 500)
  assert.deepEqual(platform.calls, [])
  Object.assign(tools.db, { write })
  assert.equal((await send(`/auth/callback?code=${CODE}`)).status, 303)
})

test('a refused code is explained, and a declined install is no error', async () => {
  const { send, platform, logged } = await makeApp()
  platform.trouble = new PlatformError(401, 'Invalid client credentials or code.')

  const refused = await send(`/auth/callback?code=${CODE}`)
  const declined = await send('/auth/callback?error=access_denied')

  assert.equal(refused.status, 400)
  assert.match(await refused.text(), /older than 5 minutes/)
  assert.equal(declined.status, 200)
  assert.ok(!logged.join('').includes(CODE))
})

test('after too many exchanges the response says when to start again', async () => {
  const { send, platform } = await makeApp()
  platform.trouble = new PlatformError(429, 'Too many requests.', 44)

  const limited = await send(`/auth/callback?code=${CODE}`)

  assert.equal(limited.status, 429)
  assert.equal(limited.headers.get('retry-after'), '44')
  assert.match(await limited.text(), /again in 44 seconds/)
})

test('what is no code is not exchanged', async () => {
  const { send, platform } = await makeApp()

  for (const code of ['', 'abc', `${CODE}0`, CODE.toUpperCase()]) {
    assert.equal((await send(`/auth/callback?code=${code}`)).status, 400)
  }
  assert.equal(platform.calls.length, 0)
})
