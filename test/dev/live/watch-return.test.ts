import { expect, it } from 'vitest'

import type { DevEvent } from '../../../src/dev/events/dev-event.ts'
import { createCallbackWatch } from '../../../src/dev/installs/callback-watch.ts'
import { watchReturn } from '../../../src/dev/live/watch-return.ts'

function makeWatch(cause = '') {
  const old = 'http://127.0.0.1:3000/auth/callback'
  const callbacks = createCallbackWatch(() => old)
  const events: DevEvent[] = []
  const { promise: passed, resolve: pass } = Promise.withResolvers<undefined>()
  const signal = new AbortController().signal
  const dev = { emit: (event: DevEvent) => void events.push(event), signal, tools: { sleep: () => passed } }
  const begin = watchReturn(dev, {
    callbacks,
    redirectUri: 'https://dev.example/auth/callback',
    old,
    cause: () => cause,
  })
  const later = async () => {
    pass(undefined)
    await passed
    await Promise.resolve()
    return events
  }
  return { begin, callbacks, later }
}

it('reports that no browser has returned, and the address that the console may still have', async () => {
  const { begin, callbacks, later } = makeWatch()
  callbacks.see('/auth/callback?code=aa&state=earlier')

  begin()

  expect(await later()).toEqual([
    {
      event: 'notice',
      text: 'No browser has returned to https://dev.example/auth/callback yet. If the browser was redirected to http://127.0.0.1:3000/auth/callback instead, the console still has the old redirect URL. Enter https://dev.example/auth/callback as redirect_uris[0] there, then press i. If the store admin showed an error, compare client_id in app.toml with the console.',
    },
  ])
})

it('names a known cause first', async () => {
  const { begin, later } = makeWatch(' Remove the old installs.')

  begin()

  expect(await later()).toMatchObject([{ text: expect.stringMatching(/callback yet\. Remove the old installs\. If /) }])
})

it.each(['code=aa&state=s', 'error=access_denied&state=s'])('reports nothing after a return with %s', async (query) => {
  const { begin, callbacks, later } = makeWatch()

  begin()
  callbacks.see(`/auth/callback?${query}`)

  expect(await later()).toEqual([])
})
