import { connect } from 'node:net'

import { describe, expect, it } from 'vitest'

import { digestSecret } from '../../src/protocol/access-token.ts'
import { BOUNDARY, formBytes, png, pngOf } from '../support/emulator/upload.ts'
import { nodeSend, serve } from '../support/served.ts'

const APP = 'app.acme.loyalty'
const LIMIT = 8 * 1024 * 1024

/** The emulator on real sockets, with an empty store and a token of its home region. */
async function makeServed() {
  const served = await serve()
  const { control, running, urls } = served
  await control.register({
    key: APP,
    name: 'Loyalty',
    requested_scopes: ['products.write'],
    redirect_uris: ['http://127.0.0.1:3000/auth/callback'],
  })
  const { store } = await control.openStore({ name: 'Demo', appKey: APP, seed: 'none' })
  const token = `svcapp_${store.id}_${store.regions[0]?.id}_${'a'.repeat(64)}`
  const { context } = running.emulator
  context.registry
    .prepare(
      "INSERT INTO tokens (digest, app_key, store_id, region_id, shape, scopes, created_at) VALUES (?, ?, ?, ?, 'region', '[\"products.write\"]', 0)",
    )
    .run(digestSecret(token), APP, store.id, store.regions[0]?.id ?? 0)
  const files = () => context.storeDb(store.id).prepare('SELECT * FROM media_files').all()
  const upload = (body: Uint8Array) =>
    nodeSend({
      method: 'POST',
      url: new URL('/api/apps/v1/media', urls.api),
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` },
      body,
    })
  /** Opens a connection, sends the head and what is given, and answers with all that comes back until either side ends. */
  const raw = (headers: string, pieces: readonly (Uint8Array | string)[], { hangUp = false } = {}) =>
    new Promise<string>((resolve) => {
      const { port, host } = new URL(urls.api)
      let answer = ''
      const socket = connect({ host: '127.0.0.1', port: Number(port) })
      socket.setTimeout(10_000, () => socket.destroy())
      socket.on('data', (chunk: Buffer) => {
        answer += chunk.toString('latin1')
        // The answer is whole: its JSON is one object.
        if (answer.endsWith('}')) socket.destroy()
      })
      socket.on('error', () => {})
      socket.on('close', () => resolve(answer))
      socket.write(
        `POST /api/apps/v1/media HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\nContent-Type: multipart/form-data; boundary=${BOUNDARY}\r\n${headers}\r\n\r\n`,
      )
      for (const piece of pieces) socket.write(piece)
      if (hangUp) socket.end()
    })
  return { ...served, token, files, upload, raw }
}

const chunked = (piece: Uint8Array) =>
  Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')])

describe('an upload over a real connection', () => {
  it('MEDIA-007 B27 of 8 MiB is stored and served byte for byte', async () => {
    const { upload, control } = await makeServed()
    const bytes = pngOf(LIMIT)

    const { status, body } = await upload(formBytes([{ bytes }]))

    const { url } = JSON.parse(Buffer.from(body).toString()) as { url: string }
    const served = await nodeSend({ method: 'GET', url: new URL(url), headers: {} })
    expect([status, served.status, served.headers['content-type']]).toEqual([200, 200, 'image/png'])
    expect(Buffer.from(served.body).equals(bytes)).toBe(true)
    expect(await control.log()).toEqual([])
  })

  it('of 9 MB is rejected by its stated length, before the file is sent (MEDIA-008)', async () => {
    const { raw, files } = await makeServed()

    const answer = await raw('Content-Length: 9000000', [formBytes([{ bytes: png }]).subarray(0, 100)])

    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toContain('{"success":false,"message":"The file is larger than 8 MiB."}')
    expect(files()).toEqual([])
  })

  it('of 9 MB, or one byte too many, is rejected after it is sent, and the next one is accepted (MEDIA-008)', async () => {
    const { upload, files } = await makeServed()

    const tooLong = [
      await upload(formBytes([{ bytes: pngOf(9_000_000) }])),
      await upload(formBytes([{ bytes: pngOf(LIMIT + 1) }])),
    ]
    const good = await upload(formBytes([{ bytes: png }]))

    expect([...tooLong.map(({ status }) => status), good.status]).toEqual([400, 400, 200])
    expect(files()).toHaveLength(1)
  })

  it('in chunks is counted, and bytes over the limit are not stored (MEDIA-008 T14)', async () => {
    const { raw, files } = await makeServed()
    const piece = chunked(Buffer.alloc(1024 * 1024))

    const refused = await raw('Transfer-Encoding: chunked', [...Array.from({ length: 30 }, () => piece), '0\r\n\r\n'])
    const taken = await raw('Transfer-Encoding: chunked', [chunked(formBytes([{ bytes: png }])), '0\r\n\r\n'])

    expect(refused).toMatch(/^HTTP\/1\.1 400 /)
    expect(refused).toContain('The file is larger than 8 MiB.')
    expect(taken).toMatch(/^HTTP\/1\.1 200 /)
    expect(files()).toHaveLength(1)
  })

  it.each([
    ['with a stated length', 'Content-Length: 2000000', (part: Uint8Array) => part],
    ['in chunks', 'Transfer-Encoding: chunked', chunked],
  ])('a client that disconnects in the middle leaves no file: %s (T14)', async (_what, header, encode) => {
    const { raw, files, control, upload } = await makeServed()
    const half = formBytes([{ bytes: pngOf(2_000_000) }]).subarray(0, 1_000_000)

    await raw(header, [encode(half)], { hangUp: true })

    expect(files()).toEqual([])
    expect(await control.log()).toEqual([])
    expect((await upload(formBytes([{ bytes: png }]))).status).toBe(200)
  })

  it('a stated length shorter than the form truncates it and returns 400', async () => {
    const { raw, files } = await makeServed()
    const form = formBytes([{ bytes: pngOf(1000) }])

    const answer = await raw(`Content-Length: ${form.length - 100}\r\nConnection: close`, [form])

    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(files()).toEqual([])
  })
})
