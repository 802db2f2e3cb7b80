import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, it, onTestFinished } from 'vitest'

import { media } from '../../../src/catalog/resources/media.ts'
import { formOf } from '../../../src/client/upload/form.ts'
import { readIntoForm } from '../../../src/client/upload/read-into-form.ts'
import { readUpload } from '../../../src/client/upload/upload.ts'
import { images, png, pngOf, sha256 } from '../../support/emulator/upload.ts'
import { answer, makeListClient } from '../support.ts'

const { upload } = media.upload
const LIMIT = 8 * 1024 * 1024

function makeFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'svcapp-upload-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const write = (name: string, bytes: Uint8Array | string) => {
    const path = join(folder, name)
    writeFileSync(path, bytes)
    return path
  }
  return { folder, write }
}

/** The form as a reader that is not ours takes it. */
async function fileIn({ type, bytes }: { type: string; bytes: Uint8Array }) {
  const form = await new Response(Buffer.from(bytes), { headers: { 'Content-Type': type } }).formData()
  const entries = [...form.entries()]
  const file = form.get('file')
  if (entries.length !== 1 || file === null || typeof file === 'string') throw new Error('Not one file.')
  return { type: file.type, name: file.name, bytes: Buffer.from(await file.arrayBuffer()) }
}

describe('a file that is read for an upload', () => {
  it.each([
    ['image/jpeg', 'a.jpg'],
    ['image/jpeg', 'a.JPEG'],
    ['image/png', 'a.png'],
    ['image/webp', 'a.webp'],
    ['image/gif', 'a.gif'],
    ['image/svg+xml', 'a.svg'],
    ['image/avif', 'a.avif'],
  ] as const)('is sent as %s (%s) in a form, with the SHA-256 of its content (MEDIA-020)', async (type, name) => {
    const { write } = makeFolder()

    const { form, fileHash, size } = await readUpload(upload, write(name, images[type]))

    expect(await fileIn(form)).toEqual({ type, name: 'upload', bytes: images[type] })
    expect([fileHash, size]).toEqual([sha256(images[type]), images[type].length])
  })

  it('gets its type from its content, regardless of its name', async () => {
    const { write } = makeFolder()

    const { form } = await readUpload(upload, write('a.png', images['image/jpeg']))

    expect((await fileIn(form)).type).toBe('image/jpeg')
  })

  it.each([png.length, 65_535, 65_536, 65_537, 200_000, LIMIT])(
    'MEDIA-007 MEDIA-020 may have %i bytes',
    async (size) => {
      const { write } = makeFolder()
      const bytes = pngOf(size)

      const { form, fileHash } = await readUpload(upload, write('a.png', bytes))

      expect(fileHash).toBe(sha256(bytes))
      expect((await fileIn(form)).bytes.equals(bytes)).toBe(true)
    },
  )

  it.each([LIMIT + 1, 9_000_000, 200 * 1024 ** 3])(
    'with %i bytes is rejected without being read (MEDIA-007)',
    async (size) => {
      const { write } = makeFolder()
      const path = write('a.png', png)
      // Sparse: it takes no room on the disk.
      truncateSync(path, size)

      await expect(readUpload(upload, path)).rejects.toMatchObject({
        code: 'api.bad-upload',
        message: `a.png was rejected because it has ${size} bytes, but the limit is ${LIMIT}. Nothing was sent.`,
      })
    },
  )

  it.each([
    ['is not there', (folder: string) => join(folder, 'none.png'), 'it does not exist'],
    [
      'is a folder',
      (folder: string) => {
        mkdirSync(join(folder, 'album.png'))
        return join(folder, 'album.png')
      },
      'it is a folder',
    ],
    [
      'is a link to nothing',
      (folder: string) => {
        symlinkSync(join(folder, 'gone'), join(folder, 'link.png'))
        return join(folder, 'link.png')
      },
      'it does not exist',
    ],
    [
      'is not a regular file',
      (folder: string) => {
        symlinkSync('/dev/zero', join(folder, 'zero.png'))
        return join(folder, 'zero.png')
      },
      'it is not a regular file',
    ],
  ])('a file that %s is rejected', async (_what, make, why) => {
    const { folder } = makeFolder()

    await expect(readUpload(upload, make(folder))).rejects.toMatchObject({
      code: 'api.bad-upload',
      message: expect.stringContaining(`because ${why}.`) as string,
    })
  })

  it('a pipe without a writer is rejected immediately, without waiting', async () => {
    const { folder } = makeFolder()
    const path = join(folder, 'pipe.png')
    execFileSync('/usr/bin/mkfifo', [path])

    await expect(readUpload(upload, path)).rejects.toMatchObject({
      message: expect.stringContaining('not a regular file') as string,
    })
  })

  it.each([
    ['empty.png', '', 'it is empty'],
    ['page.html', '<html>', 'its name has no image extension'],
    ['program.exe', 'MZ', 'its name has no image extension'],
    ['no-ending', png, 'its name has no image extension'],
    ['.png', png, 'its name has no image extension'],
    ['page.png', '<html>', 'its content is not an accepted image type'],
    ['program.jpg', 'MZ\u0090', 'its content is not an accepted image type'],
    ['words.gif', 'GIF88a', 'its content is not an accepted image type'],
    ['sound.webp', 'RIFF0000WAVE', 'its content is not an accepted image type'],
    ['film.avif', '\u0000\u0000\u0000\u001cftypmp42', 'its content is not an accepted image type'],
    ['page.svg', '<!-- <svg> --><html>', 'its content is not an accepted image type'],
    ['text.svg', 'svg', 'its content is not an accepted image type'],
    ['open.svg', '<!-- <svg/>', 'its content is not an accepted image type'],
    ['tag.svg', '<svgx/>', 'its content is not an accepted image type'],
    ['short.png', '\u0089PNG', 'its content is not an accepted image type'],
  ])('%s is rejected (MEDIA-015 MEDIA-016 MEDIA-017)', async (name, bytes, why) => {
    const { write } = makeFolder()

    await expect(
      readUpload(upload, write(name, typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes)),
    ).rejects.toMatchObject({
      code: 'api.bad-upload',
      message: `${name} was rejected because ${why}. Nothing was sent.`,
    })
  })

  it.each([
    '<svg/>',
    '\u00ef\u00bb\u00bf \n<svg xmlns="x">',
    '<?xml version="1.0"?><!DOCTYPE svg PUBLIC "a" "b"><!-- c --><svg:svg>',
  ])('MEDIA-013 %j is an SVG', async (text) => {
    const { write } = makeFolder()

    const { form } = await readUpload(upload, write('a.svg', Buffer.from(text, 'latin1')))

    expect((await fileIn(form)).type).toBe('image/svg+xml')
  })

  it.each([
    ['shrank', 70_001],
    ['grew by a byte', 69_999],
  ])('a file that %s since it was checked is rejected', async (_what, size) => {
    const { write } = makeFolder()
    const path = write('a.png', pngOf(70_000))
    const file = await open(path, 'r')
    onTestFinished(() => file.close())

    await expect(readIntoForm(file, { upload, path, size })).rejects.toMatchObject({
      code: 'api.bad-upload',
      message: 'a.png was rejected because it changed while it was read. Nothing was sent.',
    })
  })

  it('the file name cannot write to the terminal (T21)', async () => {
    const { folder } = makeFolder()

    await expect(readUpload(upload, join(folder, '\u001b[31mx.png'))).rejects.toMatchObject({
      message: expect.stringContaining('\\u001b[31mx.png') as string,
    })
  })
})

it('two forms never have the same boundary, and no form contains the file name', async () => {
  const [one, other] = [
    formOf(upload, { type: 'image/png', bytes: png }),
    formOf(upload, { type: 'image/png', bytes: png }),
  ]

  expect(one.type).not.toBe(other.type)
  expect(await fileIn(one)).toEqual({ type: 'image/png', name: 'upload', bytes: png })
})

describe('the programmatic client', () => {
  const url = 'http://127.0.0.1:4803/demo/media/apps/app.acme.loyalty/x.png'

  it('MEDIA-003 MEDIA-004 sends a file from memory in a form', async () => {
    const { client, sent } = makeListClient(() => answer(200, { success: true, url, uploaded: true, deduped: false }))

    const { body } = await client.call(media.upload, { body: { type: 'image/png', bytes: png }, region: 'tr' })

    const [request] = sent
    const type = request?.headers['Content-Type'] ?? ''
    expect(body).toMatchObject({ url, uploaded: true })
    expect(await fileIn({ type, bytes: request?.body as Uint8Array })).toMatchObject({ type: 'image/png', bytes: png })
    expect(request?.headers['X-Region-Id']).toBe('1')
    // A slow line needs more than the usual half minute.
    expect(request?.timeoutMs).toBe(120_000)
  })

  it.each([
    ['with its key', { fileHash: 'a'.repeat(64) }],
    ['without a key', {}],
  ])('never retries a generation after a 503 or 502 response, %s (MEDIA-036 P21)', async (_what, key) => {
    for (const status of [503, 502]) {
      const { client, sent } = makeListClient(() => answer(status, { success: false, message: 'No.' }))

      await expect(client.call(media.generate, { body: { prompt: 'x', ...key }, region: 'tr' })).rejects.toMatchObject({
        code: 'api.error',
      })
      expect(sent).toHaveLength(1)
    }
  })

  it('retries an upload after a 503 from a gateway only if it has a hash (P21)', async () => {
    const times = async (query: { fileHash?: string }) => {
      const { client, sent } = makeListClient(() => answer(sent.length === 1 ? 503 : 200, { success: true, url }))
      await client
        .call(media.upload, { body: { type: 'image/png', bytes: png }, query, region: 'tr' })
        .catch(() => null)
      return sent.length
    }

    expect([await times({ fileHash: sha256(png) }), await times({})]).toEqual([2, 1])
  })
})
