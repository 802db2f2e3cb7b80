import { expect, it } from 'vitest'

import { openSessionLog } from '../../../src/dev/background/session-log.ts'
import type { CallEvent } from '../../../src/dev/events/dev-event.ts'
import { watchExchange } from '../../../src/dev/installs/failed-exchange.ts'
import { makeContext } from '../../support/context.ts'

/** A project whose `app dev` logs calls, and what is seen of them from now on. */
function makeWatch(earlier: Partial<CallEvent>[] = []) {
  const { paths, cwd: dir } = makeContext()
  const log = openSessionLog({ paths, dir }, () => new Date(0))
  const write = (call: Partial<CallEvent>) =>
    log.write({
      event: 'call',
      method: 'POST',
      path: '/api/apps/oauth/token',
      pin: null,
      status: 200,
      ms: 1,
      note: null,
      regionCode: null,
      ...call,
    })
  for (const call of earlier) write(call)
  return { failed: watchExchange({ paths }, dir), write }
}

it.each([
  [{ status: 400 }, 'install.exchange-rejected', /JSON with the members clientId, clientSecret and code/],
  [{ status: 401, hint: 'the code, …' }, 'install.exchange-rejected', /^Possible causes: the code, …\.$/],
  [{ status: 403, note: 'exchange-rejected' }, 'install.exchange-rejected', /clientId from SVCAPP_CLIENT_ID/],
  [{ status: 429 }, 'api.rate-limited', /^Run `app install` again in a minute\.$/],
  [{ status: 502 }, 'install.response-lost', /^Wait a minute/],
  [{ status: null, note: 'platform-unreachable' }, 'install.response-lost', /^Wait a minute/],
  [{ status: 200, note: 'answer-broken-off' }, 'install.response-lost', /^Wait a minute/],
])('reports an exchange of the app that ended with %j as %s', (call, code, advice) => {
  const { failed, write } = makeWatch()
  write(call)

  expect(failed()).toMatchObject({
    code,
    details: { status: call.status },
    suggestions: expect.arrayContaining([expect.stringMatching(advice)]),
  })
})

it('reports nothing for earlier exchanges, other calls and a successful exchange', () => {
  const { failed, write } = makeWatch([{ status: 502 }])
  write({ path: '/api/apps/v1/context', method: 'GET', status: 401 })
  write({ status: 200, note: 'token-exchange' })

  expect(failed()).toBeNull()
})
