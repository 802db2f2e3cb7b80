import { expect, it } from 'vitest'

import { startPlatform } from '../../src/testing/testing.ts'
import { platformFor } from './app-under-test.ts'

it('a closed platform reports that it is closed on every call', async () => {
  const platform = await startPlatform({ dir: '/' })
  const waiting = platform.events.waitFor('order.paid')
  const told = waiting.catch((error: unknown) => (error as Error).message)

  await platform.close()
  await platform.close()

  expect(await told).toBe('The platform was closed. An accepted delivery of order.paid had not arrived.')
  const asked = [
    () => platform.control.placeOrder(),
    () => platform.clock.advance({ hours: 1 }),
    () => platform.fault({ kind: '503' }),
    () => platform.events.waitFor('order.paid'),
    () => platform.events.settled(),
    () => platform.calls.waitFor({ path: '/orders' }),
    () => platform.installApp(),
    () => platform.issueToken(),
    () => platform.startApp(),
    () => platform.adminUrl(),
    () => platform.panelUrl(),
    () => platform.reset(),
    () => platform.keepAsSeed(),
  ]
  for (const ask of asked) await expect(ask()).rejects.toMatchObject({ code: 'testing.closed' })
  expect(platform.timeline()).toContain('Platform timeline')
})

it('rejects a misspelled field of an operation and does nothing', async () => {
  const platform = await startPlatform({ dir: '/' })
  const wrong = (input: object) => input as never
  const before = await platform.control.latestOrders()

  for (const [ask, field] of [
    [() => platform.control.placeOrder(wrong({ regionn: 'tr' })), 'regionn'],
    [() => platform.control.deliveries(wrong({ limitt: 1 })), 'limitt'],
    [() => platform.control.setPlan(wrong({ plann: 'x' })), 'plann'],
    [() => platform.control.clock(wrong({ at: 1 })), 'at'],
  ] as const) {
    await expect(ask()).rejects.toMatchObject({
      code: 'usage.invalid',
      message: expect.stringContaining(`has no field ${field}. Nothing was done.`),
    })
  }
  expect(await platform.control.latestOrders()).toEqual(before)
  await platform.close()
})

it('rejects a misspelled option of every function, with a suggestion', async () => {
  const platform = await platformFor()
  const { issueToken, installApp, panelUrl, adminUrl, clock, calls, events, startApp } = platform
  const wrong = (options: object) => options as never

  for (const [ask, words, meant] of [
    [() => issueToken(wrong({ regionn: 'gb' })), 'issueToken has no field regionn', 'region'],
    [() => installApp(wrong({ regionn: 'gb' })), 'installApp has no field regionn', 'region'],
    [() => panelUrl(wrong({ stor: 'x' })), 'panelUrl has no field stor', 'store'],
    [() => adminUrl(wrong({ pth: '/admin/orders' })), 'adminUrl has no field pth', 'path'],
    [() => clock.advance(wrong({ hors: 1 })), 'clock.advance has no field hors', 'hours'],
    [() => calls.waitFor(wrong({ pth: '/x' })), 'calls.waitFor has no field pth', 'path'],
    [() => events.waitFor('order.paid', wrong({ timeout: 1 })), 'events.waitFor has no field timeout', 'timeoutMs'],
    [() => startApp(wrong({ comand: ['x'] })), 'startApp has no field comand', 'command'],
    [() => platformFor(wrong({ shap: 'store' })), 'startPlatform has no field shap', 'shape'],
    [
      () => platformFor({ store: wrong({ regoins: ['gb'] }) }),
      'startPlatform({ store }) has no field regoins',
      'regions',
    ],
    [() => platformFor({ app: wrong({ scops: {} }) }), 'startPlatform({ app }) has no field scops', 'scopes'],
    [
      () => platformFor({ app: { scopes: wrong({ requird: [] }) } }),
      'startPlatform({ app: { scopes } }) has no field requird',
      'required',
    ],
    [
      () => platformFor({ app: { webhooks: wrong({ topic: [] }) } }),
      'startPlatform({ app: { webhooks } }) has no field topic',
      'topics',
    ],
    [
      () => platformFor({ app: { manifest: wrong({ slot: [] }) } }),
      'startPlatform({ app: { manifest } }) has no field slot',
      'slots',
    ],
    [
      () => platformFor({ app: { dev: wrong({ prot: 1 }) } }),
      'startPlatform({ app: { dev } }) has no field prot',
      'port',
    ],
  ] as const) {
    await expect(ask(), words).rejects.toMatchObject({
      code: 'usage.invalid',
      message: `${words}. Nothing was done.`,
      suggestions: expect.arrayContaining([`Did you mean ${meant}?`]),
    })
  }
})

it('closing one platform does not affect another one in the same process', async () => {
  const platform = await platformFor()
  const other = await startPlatform({ dir: '/' })

  await other.close()

  expect(await platform.control.placeOrder()).toMatchObject({ id: expect.any(Number) })
})

it('an unknown name is rejected immediately, with a suggestion', async () => {
  const platform = await platformFor()

  // @ts-expect-error -- plain JavaScript may ask for anything.
  await expect(platform.events.waitFor('order.payed')).rejects.toMatchObject({
    code: 'usage.invalid',
    suggestions: expect.arrayContaining(['Did you mean order.paid?']),
  })
  // @ts-expect-error -- plain JavaScript may ask for anything.
  await expect(platform.events.waitFor('order.paid', { until: 'acepted' })).rejects.toMatchObject({
    code: 'usage.invalid',
    suggestions: expect.arrayContaining(['Did you mean accepted?']),
  })
  await expect(platform.issueToken({ store: 'nope' })).rejects.toMatchObject({ code: 'emulator.unknown-store' })
  await expect(platform.control.placeOrder({ region: 'xx' })).rejects.toMatchObject({ code: 'pin.unknown' })
})

it('distinguishes an app that never listens from one that has exited', async () => {
  const platform = await platformFor()
  const start = (script: string, timeoutMs: number) =>
    platform.startApp({ command: [process.execPath, '-e', script], dir: '/', timeoutMs })

  await expect(start('setInterval(() => {}, 1000)', 500)).rejects.toThrow(
    `The app does not listen on 127.0.0.1:${platform.app.port}.`,
  )
  await expect(start('console.log("no luck"); process.exit(3)', 300_000)).rejects.toThrow(
    /^The app exited \(code 3\)\.\nno luck$/,
  )
})
