import { expect, it } from 'vitest'

import type { DevContext } from '../../../src/dev/context.ts'
import type { DevEvent } from '../../../src/dev/events/dev-event.ts'
import { createStoreNames } from '../../../src/dev/events/store-names.ts'
import { verifyInstall } from '../../../src/dev/live/verify-install.ts'
import type { Send } from '../../../src/http/wire.ts'
import { withInstalls } from '../../../src/project/installs.ts'
import type { Target } from '../../../src/project/targets.ts'
import { style } from '../../../src/terminal/style.ts'
import { devEventLine } from '../../../src/views/dev/dev-events.ts'
import { makeInstalledPlatform } from '../../support/platform.ts'

/** A platform with one install on record, and what `app dev` would verify of it with its token. */
async function makeFresh({ sleep = untilAborted, send: given = undefined as Send | undefined } = {}) {
  const { made, token, paths, context, identity, app } = await makeInstalledPlatform()
  const key = { identity, appKey: app.appKey }
  const [install] = withInstalls(paths, (installs) => installs.list(key))
  if (install === undefined) throw new Error('There is no install on record.')
  const events: DevEvent[] = []
  const { send, now } = context()
  const names = createStoreNames({ paths, now }, app.appKey)
  // As much of the context and of a target as asking for the context needs.
  const dev = {
    tools: { send: given ?? send, now, sleep, paths },
    names,
    emit: (event: DevEvent) => events.push(event),
    signal: new AbortController().signal,
  }
  const target = { baseUrl: new URL(made.urls.api), adminUrl: new URL('https://admin.example') } as unknown as Target
  const verify = (
    over: Partial<typeof install> = {},
    tell?: () => void,
    more: Partial<Parameters<typeof verifyInstall>[1]> = {},
  ) =>
    verifyInstall(
      dev as unknown as DevContext,
      { target, token, install: { ...install, ...over }, isKept: true, ...more },
      tell,
    )
  return { verify, events, names, install, paths, key }
}

function untilAborted(_ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('stopped'))))
}

it('adds the context response to the record, and keeps the current store', async () => {
  const { verify, events, install, paths, key } = await makeFresh()
  const elsewhere = { storeId: 7, storeCode: 'elsewhere', regionId: null }
  withInstalls(paths, (installs) => {
    installs.put({ ...install, storeCode: null })
    installs.setCurrent(key, elsewhere)
  })

  await verify({ storeCode: null })

  expect(events).toMatchObject([{ event: 'verified', storeCode: 'demo', problem: null }])
  withInstalls(paths, (installs) => {
    expect(installs.find(install)?.storeCode).toBe('demo')
    expect(installs.current(key)).toEqual(elsewhere)
  })
})

it('reports a token for another store, and adds nothing of that store to the record', async () => {
  const { verify, events, install, paths } = await makeFresh()
  const wrong = { ...install, storeId: 7, storeCode: null }
  withInstalls(paths, (installs) => installs.put(wrong))

  await verify(wrong)

  expect(events).toMatchObject([{ event: 'verified', problem: 'the token belongs to store 1001, not 7' }])
  withInstalls(paths, (installs) => expect(installs.find(wrong)?.storeCode).toBeNull())
})

it('reports a pending payment with the payer and the place of payment', async () => {
  const body = Buffer.from('{"success":false,"message":"Payment pending"}')
  const { verify, events } = await makeFresh({ send: async () => ({ status: 402, headers: {}, body }) })

  await verify()

  expect(events).toMatchObject([
    {
      event: 'verified',
      storeCode: 'demo',
      paymentPending: true,
      problem:
        'The payment is pending (402), so no event is delivered and calls are rejected. Ask the store owner to pay for the plan in the store admin, https://admin.example/',
    },
  ])
  expect(events.map((event) => devEventLine(event, { style: style(false) }))).toEqual([
    expect.stringMatching(/^! demo: The payment is pending \(402\)/),
  ])
})

it('reports a rejected token with the variable that contains it', async () => {
  const { verify, events } = await makeFresh()
  const source = { backend: 'environment', where: 'SVCAPP_TOKEN', savedAt: null } as const

  await verify({}, undefined, { token: 'svcapp_1_wrong', source })

  expect(events).toMatchObject([
    { event: 'verified', problem: expect.stringMatching(/401.* The token came from SVCAPP_TOKEN\.$/) },
  ])
})

it('reports an install with its store and region names before its token is reported as verified', async () => {
  const { verify, events, names, install } = await makeFresh()
  const told: unknown[] = []
  const tell = () => told.push(events.length, names.of(String(install.storeId), String(install.regionId)))

  await verify({}, tell)

  expect(told).toEqual([0, { storeCode: 'demo', regionCode: 'tr' }])
  expect(events).toMatchObject([{ event: 'verified' }])
})

it.each([
  ['does not respond in time', { sleep: async () => {}, send: () => new Promise<never>(() => {}) }],
  ['fails', { send: () => Promise.reject(new Error('closed')) }],
])('reports an install without names if the platform %s', async (_what, options) => {
  const { verify, names, install } = await makeFresh(options)

  const told = await new Promise((resolve) => {
    void verify({}, () => resolve(names.of(String(install.storeId), String(install.regionId))))
  })

  expect(told).toEqual({ storeCode: null, regionCode: null })
})
