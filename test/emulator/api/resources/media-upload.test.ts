import { describe, expect, it } from 'vitest'

import { media } from '../../../../src/catalog/resources/media.ts'
import { BOUNDARY, formBytes, images, png, pngOf, sha256, type Part } from '../../../support/emulator/upload.ts'
import { atThisSpeed, processorTime } from '../../../support/machine/machine-load.ts'
import { makeShop, REGION_APP } from '../shop.ts'
import { mug } from './products/product-shop.ts'

const scopes = ['products.write', 'products.read']
const LIMIT = 8 * 1024 * 1024
const FORM = `multipart/form-data; boundary=${BOUNDARY}`

/** The seeded shop with an app that may upload. */
async function makeMediaShop() {
  const shop = await makeShop()
  const { token } = await shop.install({ requested_scopes: scopes })
  const post = (body: Uint8Array | string, { query = '', auth = token, type = FORM, headers = {} } = {}) =>
    shop.call(auth, `/media${query}`, {
      method: 'POST',
      headers: { ...(type === '' ? {} : { 'Content-Type': type }), ...headers },
      body: typeof body === 'string' ? body : Buffer.from(body),
    })
  const upload = (part: Partial<Part> = {}, options: Parameters<typeof post>[1] = {}) =>
    post(formBytes([{ bytes: png, ...part }]), options)
  const open = (url: string, init?: RequestInit) => shop.emulator.fetch(new Request(url, init))
  const files = () => shop.db.prepare('SELECT * FROM media_files ORDER BY id').all()
  return { ...shop, token, post, upload, open, files }
}

/** What a refusal looks like, and that it left nothing. */
async function expectRefused(shop: Awaited<ReturnType<typeof makeMediaShop>>, answer: ReturnType<typeof shop.post>) {
  const { status, body } = await answer
  expect([status, body?.success, typeof body?.message]).toEqual([400, false, 'string'])
  expect(shop.files()).toEqual([])
  return body.message as string
}

describe('an upload', () => {
  it('stores the file in the folder of the app and returns an address that serves it (MEDIA-001 MEDIA-003 MEDIA-004 MEDIA-018)', async () => {
    const shop = await makeMediaShop()

    const { status, body } = await shop.upload()

    expect([status, body]).toEqual([200, { success: true, url: body.url, uploaded: true, deduped: false }])
    expect(media.upload.response.parse(body)).toEqual(body)
    expect(body.url).toMatch(
      new RegExp(
        `^http://127\\.0\\.0\\.1:4803/demo/media/apps/${REGION_APP.replaceAll('.', '\\.')}/[0-9a-f]{32}\\.png$`,
      ),
    )
    const served = await shop.open(body.url)
    expect(served.status).toBe(200)
    expect(Buffer.from(await served.arrayBuffer())).toEqual(png)
    expect(shop.files()).toMatchObject([{ content_type: 'image/png', created_at: shop.clock.now().getTime() }])
  })

  it.each([
    ['MEDIA-009', 'image/jpeg', 'jpg'],
    ['MEDIA-010', 'image/png', 'png'],
    ['MEDIA-011', 'image/webp', 'webp'],
    ['MEDIA-012', 'image/gif', 'gif'],
    ['MEDIA-013', 'image/svg+xml', 'svg'],
    ['MEDIA-014', 'image/avif', 'avif'],
  ] as const)('%s accepts %s and serves it with that type', async (_rule, type, ending) => {
    const shop = await makeMediaShop()

    const { status, body } = await shop.upload({ type: `${type.toUpperCase()} ; charset=x`, bytes: images[type] })

    const served = await shop.open(body.url)
    expect([status, served.headers.get('content-type'), body.url.endsWith(`.${ending}`)]).toEqual([200, type, true])
    expect(Buffer.from(await served.arrayBuffer())).toEqual(images[type])
  })

  it.each([
    ['MEDIA-015', 'text/html', '<html></html>'],
    ['MEDIA-016', 'application/x-msdownload', 'MZ program'],
    ['MEDIA-017', 'text/plain', 'words'],
    ['MEDIA-017', 'application/pdf', '%PDF-1.7'],
    ['MEDIA-017', 'application/octet-stream', png],
    ['MEDIA-017', 'image/bmp', 'BM'],
    ['MEDIA-017', 'image/png/x', png],
    ['MEDIA-017', 'image', png],
    ['MEDIA-017', 'image/svg', images['image/svg+xml']],
    ['MEDIA-017', '', png],
  ])('%s rejects a part of the type "%s" with 400', async (_rule, type, bytes) => {
    const shop = await makeMediaShop()

    const message = await expectRefused(shop, shop.upload({ type, bytes }))

    expect(message).toBe(
      'The file type must be one of image/jpeg, image/png, image/webp, image/gif, image/svg+xml, image/avif.',
    )
  })

  it.each([
    ['MEDIA-015', '<!DOCTYPE html><p>', 'HTML'],
    ['MEDIA-015', '\u00ef\u00bb\u00bf  \n<HTML>', 'HTML'],
    ['MEDIA-015', '<script>alert(1)</script>', 'HTML'],
    ['MEDIA-015', '<!-- x -->', 'HTML'],
    ['MEDIA-015', '<body onload=alert(1)>', 'HTML'],
    ['MEDIA-015', 'GIF89a<script >alert(1)</script>', 'HTML'],
    ['MEDIA-015', `${'x'.repeat(1000)}<html>`, 'HTML'],
    ['MEDIA-015', '\u00ff\u00fe<\u0000h\u0000t\u0000m\u0000l\u0000>\u0000', 'HTML'],
    ['MEDIA-015', '<a href=javascript:alert(1)>', 'HTML'],
    ['MEDIA-016', 'MZ\u0090', 'a Windows program'],
    ['MEDIA-016', '\u007fELF\u0002', 'a Linux program'],
    ['MEDIA-016', '\u00fe\u00ed\u00fa\u00ce', 'a macOS program'],
    ['MEDIA-016', '\u00fe\u00ed\u00fa\u00cf', 'a macOS program'],
    ['MEDIA-016', '\u00ce\u00fa\u00ed\u00fe', 'a macOS program'],
    ['MEDIA-016', '\u00cf\u00fa\u00ed\u00fe', 'a macOS program'],
    ['MEDIA-016', '\u00ca\u00fe\u00ba\u00be', 'a macOS or Java program'],
    ['MEDIA-016', '\u0000asm\u0001', 'a WebAssembly program'],
    ['MEDIA-016', 'dex\n035', 'an Android program'],
    ['MEDIA-016', 'PK\u0003\u0004', 'an archive'],
    ['MEDIA-016', '#!/bin/sh\nrm', 'a script'],
    ['MEDIA-016', '\u00ef\u00bb\u00bf#!/bin/sh', 'a script'],
    ['MEDIA-016', '<?php echo 1;', 'a PHP script'],
  ])('%s rejects a file declared as PNG that is %j with 400 (B28)', async (_rule, content, what) => {
    const shop = await makeMediaShop()

    for (const type of ['image/png', 'image/jpeg']) {
      const message = await expectRefused(shop, shop.upload({ type, bytes: Buffer.from(content, 'latin1') }))
      expect(message).toBe(`The file contains ${what}.`)
    }
  })

  it.each([
    '<html xmlns:svg="http://www.w3.org/2000/svg"><svg/></html>',
    '<?xml version="1.0"?><!-- <svg> --><!doctype html><svg/>',
    `<!--${'x'.repeat(5000)}--><html>`,
    '<script>alert(1)</script><svg/>',
    '<!---->'.repeat(500) + '<html>',
    'MZ',
  ])('rejects a file declared as SVG that is %.40j with 400 (MEDIA-015 B28)', async (content) => {
    const shop = await makeMediaShop()

    await expectRefused(shop, shop.upload({ type: 'image/svg+xml', bytes: content }))
  })

  it.each([
    '<svg><script>alert(1)</script></svg>',
    '\u00ef\u00bb\u00bf<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/x.dtd"><svg/>',
    `<!--${'x'.repeat(5000)}--><svg/>`,
    '<svg><foreignObject><body xmlns="http://www.w3.org/1999/xhtml"/></foreignObject></svg>',
    `<!-- never closed ${'x'.repeat(100)}`,
  ])('accepts any content inside an SVG: %.40j (MEDIA-013)', async (content) => {
    const shop = await makeMediaShop()

    expect((await shop.upload({ type: 'image/svg+xml', bytes: content })).status).toBe(200)
  })

  it('parses a long SVG prologue of comments in time (MEDIA-013)', async () => {
    const shop = await makeMediaShop()
    const passed = processorTime()

    const { status } = await shop.upload({ type: 'image/svg+xml', bytes: '<!---->'.repeat(500_000) + '<svg/>' })

    expect([status, passed() < atThisSpeed(5000)]).toEqual([200, true])
  })

  it('allows tag-like bytes deep inside an image', async () => {
    const shop = await makeMediaShop()
    const bytes = Buffer.concat([pngOf(1024), Buffer.from('<html>')])

    expect((await shop.upload({ bytes })).status).toBe(200)
    expect((await shop.upload({ bytes: Buffer.concat([png, Buffer.from('<htmlx <scripts <p>')]) })).status).toBe(200)
  })
})

describe('the size of an upload', () => {
  it.each([
    ['MEDIA-007', 7_900_000, 200],
    ['MEDIA-007', 8_000_000, 200],
    ['MEDIA-007 B27', LIMIT, 200],
    ['MEDIA-008 B27', LIMIT + 1, 400],
    ['MEDIA-008', 9 * 1024 * 1024, 400],
  ])('%s a file of %i bytes returns %i', async (_rule, size, status) => {
    const shop = await makeMediaShop()

    const answer = await shop.upload({ bytes: pngOf(size) })

    expect(answer.status).toBe(status)
    expect(shop.files()).toHaveLength(status === 200 ? 1 : 0)
    if (status === 400) expect(answer.body).toEqual({ success: false, message: 'The file is larger than 8 MiB.' })
  })

  it('a declared length above the limit is rejected without reading the body (MEDIA-008)', async () => {
    const shop = await makeMediaShop()

    const message = await expectRefused(
      shop,
      shop.upload({}, { headers: { 'Content-Length': String(LIMIT + 64 * 1024 + 1) } }),
    )
    const lied = await shop.upload({}, { headers: { 'Content-Length': String(LIMIT + 64 * 1024) } })

    expect([message, lied.status]).toEqual(['The file is larger than 8 MiB.', 200])
  })

  it('a body without a declared length is read only up to the limit (MEDIA-008 T14)', async () => {
    const shop = await makeMediaShop()
    let given = 0
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        given += 65_536
        controller.enqueue(new Uint8Array(65_536))
      },
    })

    const { status } = await shop.call(shop.token, '/media', {
      method: 'POST',
      headers: { 'Content-Type': FORM },
      body: endless,
      duplex: 'half',
    })

    expect(status).toBe(400)
    expect(given).toBeLessThan(LIMIT + 512 * 1024)
  })

  it('rejects an empty file with 400 (MEDIA-004)', async () => {
    const shop = await makeMediaShop()

    expect(await expectRefused(shop, shop.upload({ bytes: '' }))).toBe('The file is empty.')
  })
})

describe('the form of an upload', () => {
  it.each<[string, readonly Part[], string]>([
    ['no part', [], 'The form has no file in the field file.'],
    ['another field', [{ name: 'image', bytes: png }], 'The form has no file in the field file.'],
    ['a field of another case', [{ name: 'File', bytes: png }], 'The form has no file in the field file.'],
    ['a text for a file', [{ filename: null, bytes: 'text' }], 'The form has no file in the field file.'],
    ['two files', [{ bytes: png }, { bytes: png }], 'file appears more than once.'],
    ['a file and a text', [{ bytes: png }, { filename: null, bytes: 'x' }], 'file appears more than once.'],
  ])('MEDIA-004 with %s answers 400', async (_what, parts, expected) => {
    const shop = await makeMediaShop()
    // A form without a part would be none at all.
    const whole = parts.length === 0 ? [{ name: 'other', filename: null, bytes: 'x' }] : parts

    expect(await expectRefused(shop, shop.post(formBytes(whole)))).toBe(expected)
  })

  const whole = formBytes([{ bytes: png }])
  it.each<[string, Uint8Array | string, string]>([
    ['JSON', JSON.stringify({ file: 'x' }), 'application/json'],
    ['the bare image', png, 'image/png'],
    ['a form of the other kind', 'file=x', 'application/x-www-form-urlencoded'],
    ['multipart of another kind', whole, `multipart/mixed; boundary=${BOUNDARY}`],
    ['a name that only begins so', whole, `multipart/form-data-x; boundary=${BOUNDARY}`],
    ['no type', whole, ''],
    ['no boundary', whole, 'multipart/form-data'],
    ['an empty boundary', whole, 'multipart/form-data; boundary='],
    ['another boundary', whole, 'multipart/form-data; boundary=other'],
    ['an endless boundary', whole, `multipart/form-data; boundary=${'b'.repeat(5000)}`],
    ['nothing', '', FORM],
    ['words', 'no form at all', FORM],
    ['half a form', whole.subarray(0, whole.length / 2), FORM],
    ['no last boundary', whole.subarray(0, -20), FORM],
    ['a part without headers', `--${BOUNDARY}\r\n\r\nx\r\n--${BOUNDARY}--\r\n`, FORM],
    ['a part without a name', `--${BOUNDARY}\r\nContent-Disposition: form-data\r\n\r\nx\r\n--${BOUNDARY}--\r\n`, FORM],
    ['only line ends', '\r\n'.repeat(10_000), FORM],
  ])('MEDIA-003 MEDIA-004 a body that is %s answers 400', async (_what, body, type) => {
    const shop = await makeMediaShop()

    const message = await expectRefused(shop, shop.post(body, { type }))

    expect(message).not.toContain('internal')
    expect(await shop.control('GET', '/log')).toEqual({ entries: [] })
  })

  it('parses sixty thousand fields in time (MEDIA-003)', async () => {
    const shop = await makeMediaShop()
    const fields = Array.from({ length: 60_000 }, (_, at) => ({ name: `f${at}`, filename: null, type: '', bytes: 'x' }))
    const passed = processorTime()

    const { status } = await shop.post(formBytes([...fields, { bytes: png }]))

    expect([status, passed() < atThisSpeed(8000)]).toEqual([200, true])
  })

  it.each([
    '../../x.png',
    '..\\\\..\\\\x.png',
    '/etc/passwd',
    'C:\\\\x.png',
    'a\u0000b.png',
    'x.png%0d%0aSet-Cookie: a=b',
    'x.html',
    "x'; DROP TABLE media_files; --",
    'x'.repeat(10_000),
    '',
    '\u00f0\u009f\u0096\u00bc',
  ])('the file name %.40j changes neither folder nor name (MEDIA-019)', async (filename) => {
    const shop = await makeMediaShop()

    const { status, body } = await shop.upload({ filename })

    expect(status).toBe(200)
    expect(new URL(body.url).pathname).toMatch(/^\/demo\/media\/apps\/app\.acme\.loyalty\/[0-9a-f]{32}\.png$/)
    expect((await shop.open(body.url)).headers.get('content-disposition')).toBe('inline')
  })

  it('a line break in a file name causes a 400 or a normal name, and never a header (MEDIA-019)', async () => {
    const shop = await makeMediaShop()

    const { status } = await shop.upload({ filename: 'x.png"\r\nContent-Type: text/html\r\nX: "' })

    expect([200, 400]).toContain(status)
    for (const { content_type: type } of shop.files()) expect(type).toBe('image/png')
  })

  it('ignores a field or query value that specifies a folder or an app (MEDIA-019)', async () => {
    const shop = await makeMediaShop()
    const fields = ['folder', 'path', 'appKey', 'name'].map((name) => ({
      name,
      filename: null,
      type: '',
      bytes: '../apps/app.acme.other',
    }))

    const { body } = await shop.post(formBytes([...fields, { bytes: png }]), {
      query: '?folder=/x&appKey=app.acme.other',
    })

    expect(new URL(body.url).pathname).toMatch(/^\/demo\/media\/apps\/app\.acme\.loyalty\//)
  })
})

describe('the hash of an upload', () => {
  const hash = sha256(png)

  it('a repeated hash stores nothing and returns the first address (MEDIA-005 MEDIA-022)', async () => {
    const shop = await makeMediaShop()

    const first = await shop.upload({}, { query: `?fileHash=${hash}` })
    const second = await shop.upload({ bytes: pngOf(100) }, { query: `?fileHash=${hash.toUpperCase()}` })

    expect(first.body).toMatchObject({ uploaded: true, deduped: false })
    expect(second.body).toEqual({ success: true, url: first.body.url, uploaded: false, deduped: true })
    expect(shop.files()).toHaveLength(1)
  })

  it('trusts the hash: other content with that hash returns the first file, and the same content with another hash is stored (MEDIA-021)', async () => {
    const shop = await makeMediaShop()
    const wrong = 'f'.repeat(64)

    const first = await shop.upload({}, { query: `?fileHash=${wrong}` })
    const same = await shop.upload({ bytes: pngOf(50) }, { query: `?fileHash=${wrong}` })
    const other = await shop.upload({}, { query: `?fileHash=${hash}` })

    expect([first.status, same.body.deduped, same.body.url === first.body.url]).toEqual([200, true, true])
    expect(other.body).toMatchObject({ uploaded: true, deduped: false })
    expect(other.body.url).not.toBe(first.body.url)
  })

  it.each(['', '?fileHash='])('stores a new file on each call without a hash (%j) (MEDIA-023)', async (query) => {
    const shop = await makeMediaShop()

    const answers = [await shop.upload({}, { query }), await shop.upload({}, { query })]

    expect(answers.map(({ body }) => body.uploaded)).toEqual([true, true])
    expect(new Set(answers.map(({ body }) => body.url)).size).toBe(2)
    expect(shop.db.prepare('SELECT count(*) AS n FROM media_records').get()?.['n']).toBe(0)
  })

  it.each(['x', 'g'.repeat(64), 'a'.repeat(63), 'a'.repeat(65), ` ${'a'.repeat(63)}`, "' OR 1=1 --", '../x', '%00'])(
    'the invalid hash %j returns 400 before the body is read (B29)',
    async (text) => {
      const shop = await makeMediaShop()

      const message = await expectRefused(
        shop,
        shop.post('no form', { query: `?fileHash=${encodeURIComponent(text)}` }),
      )

      expect(message).toContain('fileHash')
    },
  )

  it('rejects a hash that is sent twice with 400 (B29)', async () => {
    const shop = await makeMediaShop()

    await expectRefused(shop, shop.upload({}, { query: `?fileHash=${hash}&fileHash=${hash}` }))
  })

  it('a known hash does not allow an invalid file (MEDIA-022)', async () => {
    const shop = await makeMediaShop()
    await shop.upload({}, { query: `?fileHash=${hash}` })

    const { status } = await shop.upload({ bytes: '' }, { query: `?fileHash=${hash}` })

    expect(status).toBe(400)
  })

  it('a hash is shared by all regions of this app in this store, and by no other app or store (B29)', async () => {
    const shop = await makeMediaShop()
    const query = `?fileHash=${hash}`
    const first = await shop.upload({}, { query })
    const german = await shop.install({ region: 'de', requested_scopes: scopes })
    const otherApp = await shop.install({ appKey: 'app.acme.other', requested_scopes: scopes })
    const store = await shop.openStore({ name: 'Other', seed: 'none' })
    const otherStore = await shop.install({ into: store, requested_scopes: scopes })

    const again = await shop.upload({}, { query, auth: german.token })
    const app = await shop.upload({}, { query, auth: otherApp.token })
    const elsewhere = await shop.upload({}, { query, auth: otherStore.token })

    expect(again.body).toMatchObject({ deduped: true, url: first.body.url })
    expect(app.body).toMatchObject({ uploaded: true, deduped: false })
    expect(new URL(app.body.url).pathname).toMatch(/^\/demo\/media\/apps\/app\.acme\.other\//)
    expect(elsewhere.body).toMatchObject({ uploaded: true, deduped: false })
    expect(new URL(elsewhere.body.url).pathname).toMatch(/^\/other\/media\/apps\/app\.acme\.loyalty\//)
  })

  it('an upload without a library record succeeds, and only its later lookup fails (MEDIA-024 MEDIA-025)', async () => {
    const shop = await makeMediaShop()
    const query = `?fileHash=${hash}`
    await shop.control('PUT', '/settings', { mediaRecordFails: true })

    const first = await shop.upload({}, { query })
    const second = await shop.upload({}, { query })
    await shop.control('PUT', '/settings', { mediaRecordFails: false })
    const third = await shop.upload({}, { query })
    const fourth = await shop.upload({}, { query })

    expect([first, second, third].map(({ status, body }) => [status, body.uploaded, body.deduped])).toEqual(
      Array.from({ length: 3 }, () => [200, true, false]),
    )
    expect((await shop.open(first.body.url)).status).toBe(200)
    expect(fourth.body).toMatchObject({ deduped: true, url: third.body.url })
    const { entries } = await shop.control<{ entries: { code: string; level: string }[] }>('GET', '/log')
    expect(entries).toMatchObject([
      { code: 'media.not-recorded', level: 'warn' },
      { code: 'media.not-recorded', level: 'warn' },
    ])
  })

  it('a failing library does not lose the upload either (MEDIA-024)', async () => {
    const shop = await makeMediaShop()
    shop.db.exec("CREATE TRIGGER broken BEFORE INSERT ON media_records BEGIN SELECT RAISE(ABORT, 'full'); END")

    const { status, body } = await shop.upload({}, { query: `?fileHash=${hash}` })

    expect([status, body.uploaded, (await shop.open(body.url)).status]).toEqual([200, true, 200])
  })
})

describe('upload permissions', () => {
  it('MEDIA-002 needs products.write', async () => {
    const shop = await makeShop()
    const { token } = await shop.install({ requested_scopes: ['products.read'] })

    expect((await shop.call(token, '/media', { method: 'POST', body: 'x' })).status).toBe(403)
  })

  it('a store-wide token needs a region, under both readings of A5 (MEDIA-006)', async () => {
    const shop = await makeMediaShop()
    const { token: auth } = await shop.installWide({ requested_scopes: scopes })

    const without = await shop.upload({}, { auth })
    await shop.control('PUT', '/settings', { pin: 'documented-only' })
    const still = await shop.upload({}, { auth })
    const pinned = await shop.upload({}, { auth, query: `?regionId=${shop.region('gb')}` })

    expect([without.status, still.status, pinned.status]).toEqual([400, 400, 200])
    expect(without.body.message).toBe('A region must be specified…')
  })
})

describe('a served file', () => {
  it('runs no script on our origin, whatever its content', async () => {
    const shop = await makeMediaShop()
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(document.domain)</script></svg>'
    const vector = await shop.upload({ type: 'image/svg+xml', bytes: svg })
    const raster = await shop.upload()

    const [served, plain] = [await shop.open(vector.body.url), await shop.open(raster.body.url)]

    expect(Object.fromEntries(served.headers)).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-disposition': 'attachment',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect(served.headers.get('set-cookie')).toBeNull()
    expect(Object.fromEntries(plain.headers)).toMatchObject({
      'content-disposition': 'inline',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
    })
  })

  it('has an address that the images of a product can use (PROD-083)', async () => {
    const shop = await makeMediaShop()
    const { body: file } = await shop.upload()

    const { status, body } = await shop.send(shop.token, 'POST /products', {
      ...mug,
      images: [{ url: file.url }],
    })
    const shown = await shop.call(shop.token, `/products/${body.id}`)

    expect([status, shown.status, shown.body.imageUrl]).toEqual([200, 200, file.url])
  })

  it('is available only at its own address', async () => {
    const shop = await makeMediaShop()
    await shop.openStore({ name: 'Other', seed: 'none' })
    const { body } = await shop.upload()
    const { origin, pathname } = new URL(body.url)
    const name = pathname.split('/').at(-1) ?? ''

    const paths = [
      pathname.replace('/demo/', '/other/'),
      pathname.replace('/demo/', '/nowhere/'),
      pathname.replace('app.acme.loyalty', 'app.acme.other'),
      pathname.replace('.png', '.svg'),
      pathname.replace(name, `x${name}`),
      pathname.replace(name, `..%2F${name}`),
      pathname.replace(name, '%'),
      `/demo/media/apps/app.acme.loyalty/`,
      `/demo/media/apps/app.acme.loyalty`,
      `/demo/media/${name}`,
    ]
    for (const path of paths) expect((await shop.open(origin + path)).status, path).toBe(404)
    expect((await shop.open(body.url, { method: 'HEAD' })).status).toBe(200)
    expect((await shop.open(body.url, { method: 'POST' })).status).toBe(404)
    expect((await shop.open(body.url, { headers: { 'Cf-Ray': '1' } })).status).toBe(403)
  })
})
