import { expect, it } from 'vitest'

import { createCallbackWatch } from '../../../src/dev/installs/callback-watch.ts'
import { createInstallFlow } from '../../../src/dev/live/install-flow.ts'
import { digestSecret } from '../../../src/protocol/access-token.ts'

const watch = () => createCallbackWatch(() => 'http://127.0.0.1:3000/auth/callback')

it('records the codes from the callback, and whether the app or the owner started the install', () => {
  const { see, find } = watch()

  see('/auth/callback?code=aa&state=s')
  see('/auth/callback?code=bb')
  see('/auth/callback?error=access_denied')
  see('/other?code=cc')
  see('/auth/callback/?code=dd')

  expect(['aa', 'bb', 'cc', 'dd'].map((code) => find(digestSecret(code)))).toEqual(['app', 'owner', null, null])
  expect(find(null)).toBeNull()
})

it('follows a changed redirect URI', () => {
  let uri = 'http://127.0.0.1:3000/auth/callback'
  const { see, visits } = createCallbackWatch(() => uri)

  uri = 'http://127.0.0.1:3000/back'
  see('/back?code=aa')
  see('/auth/callback?code=bb')

  expect(visits()).toBe(1)
})

it('keeps only the newest two hundred callbacks of a flood (T14)', () => {
  const { see, find } = watch()

  for (let at = 0; at < 10_000; at++) see(`/auth/callback?code=${at}`)

  expect([find(digestSecret('9799')), find(digestSecret('9800')), find(digestSecret('9999'))]).toEqual([
    null,
    'owner',
    'owner',
  ])
})

it('an install started by this session lasts a quarter of an hour, or until its exchange', () => {
  let now = 0
  const flow = createInstallFlow(() => new Date(now))
  const states = [flow.isRunning()]
  flow.begin()
  states.push(flow.isRunning())
  now = 15 * 60_000 + 1
  states.push(flow.isRunning())
  flow.begin()
  flow.end()
  states.push(flow.isRunning())

  expect(states).toEqual([false, true, false, false])
})
