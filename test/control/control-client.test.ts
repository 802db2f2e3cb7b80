import { describe, expect, it } from 'vitest'

import { createControlClient } from '../../src/control/control-client.ts'
import { AppError } from '../../src/errors.ts'
import type { Send } from '../../src/http/wire.ts'
import { makeEmulator } from '../support/emulator.ts'
import { sendTo } from '../support/send.ts'

const client = () => {
  const { emulator, urls, ...rest } = makeEmulator()
  return {
    ...rest,
    control: createControlClient({ send: sendTo(emulator), url: urls.portal, token: emulator.controlToken }),
  }
}

const answering =
  (status: number, body: string): Send =>
  async () => ({ status, headers: {}, body: Buffer.from(body) })
const failing =
  (code: 'net.unreachable' | 'net.timeout'): Send =>
  async () => {
    throw new AppError(code, 'No answer.')
  }
const over = (send: Send) => createControlClient({ send, url: 'http://127.0.0.1:4802', token: 't' })

describe('control client', () => {
  it('waits at least 30 s on any machine, and longer for an operation that fills a store', async () => {
    const limits: unknown[] = []
    const control = over(async ({ timeoutMs }) => {
      limits.push(timeoutMs)
      return { status: 200, headers: {}, body: Buffer.from('{}') }
    })

    await control.status()
    await control.openStore({ name: 'Demo', seed: 'large' })

    expect(limits[0]).toBeGreaterThanOrEqual(30_000)
    expect(limits[1]).toBeGreaterThanOrEqual(300_000)
  })

  it('registers, opens a store, signs in, and reads back', async () => {
    const { control } = client()

    const { secrets } = await control.register({
      key: 'app.acme.loyalty',
      name: 'Loyalty',
      requested_scopes: ['orders.read'],
      redirect_uris: ['https://a.example/cb'],
    })
    const { store } = await control.openStore({ name: 'Demo', appKey: 'app.acme.loyalty', seed: 'none' })

    expect(secrets?.client_id).toMatch(/^cli_/)
    expect((await control.app({ key: 'app.acme.loyalty' })).test_store_codes).toEqual([store.code])
    expect((await control.apps()).map(({ app_key }) => app_key)).toEqual(['app.acme.loyalty'])
    expect((await control.stores()).map(({ code }) => code)).toEqual(['demo'])
    expect(await control.signInUrl({ store: 'demo', regionId: store.regions[1]?.id })).toMatch(
      /^http:\/\/localhost:4801\/admin\/sign-in\?ticket=/,
    )
    expect(await control.portalUrl()).toMatch(/^http:\/\/127\.0\.0\.1:4802\/\?ticket=/)
    expect(await control.rotate({ key: 'app.acme.loyalty', which: 'client_secret' })).toMatch(/^cs_/)
    expect((await control.publish({ key: 'app.acme.loyalty' })).status).toBe('P')
    expect((await control.review({ key: 'app.acme.loyalty', approved: true })).status).toBe('published')
    expect((await control.setStatus({ key: 'app.acme.loyalty', status: 'X' })).status).toBe('X')
    expect((await control.addTestStore({ key: 'app.acme.loyalty', code: 'demo' })).test_store_codes).toEqual(['demo'])
    expect(await control.setPlan({ store: 'demo', key: 'app.acme.loyalty', plan: 'paid' })).toEqual({})
    expect(await control.installs({ app: 'app.acme.loyalty' })).toEqual([])
    expect(await control.uninstall({ store: 'demo', key: 'app.acme.loyalty' })).toBe(0)
    expect((await control.status()).stores).toBe(1)
    expect((await control.advanceClock({ ms: 1000 })).offsetMs).toBe(1000)
    expect((await control.clock()).offsetMs).toBe(1000)
    expect(await control.log({ limit: 5 })).toEqual([])
    expect(await control.requests({ since: '2020-01-01T00:00:00.000Z' })).toEqual([])
    expect((await control.changeSettings({ showCause: true })).settings['showCause']).toBe(true)
    expect((await control.settings()).settings['showCause']).toBe(true)
    expect(await control.deliveries({ state: 'pending', limit: 5 })).toEqual([])
    await control.reset()
    expect(await control.stores()).toEqual([])
  })

  it('throws the error of the emulator, with code, message and suggestions', async () => {
    const { control } = client()

    await expect(control.app({ key: 'app.no.such' })).rejects.toMatchObject({
      code: 'emulator.unknown-app',
      message: expect.stringContaining('app.no.such'),
      suggestions: ['app register'],
      oclif: { exit: 3 },
    })
  })

  it('escapes values in a path', async () => {
    const { control } = client()

    await expect(control.app({ key: '../status' })).rejects.toMatchObject({ code: 'emulator.unknown-app' })
  })

  it('reports that no emulator is running if nothing listens any more', async () => {
    await expect(over(failing('net.unreachable')).status()).rejects.toMatchObject({ code: 'emulator.not-running' })
  })

  it('passes other transport failures through', async () => {
    await expect(over(failing('net.timeout')).status()).rejects.toMatchObject({ code: 'net.timeout' })
  })

  it.each([
    ['a page', 502, '<html>'],
    ['a code of a newer version', 400, '{"error":{"code":"emulator.new","message":"No."}}'],
    ['an error that is none', 500, '{"error":7}'],
    ['something that is not JSON', 200, 'hello'],
  ])('reports %s as a rejection', async (_what, status, body) => {
    await expect(over(answering(status, body)).status()).rejects.toMatchObject({ code: 'emulator.rejected' })
  })
})
