import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import Generate from '../../../../src/commands/call/media/generate.ts'
import Upload from '../../../../src/commands/call/media/upload.ts'
import { AppError } from '../../../../src/errors.ts'
import type { WireRequest, WireResponse } from '../../../../src/http/wire.ts'
import { runCommand } from '../../../support/command/command.ts'
import { png, pngOf, sha256 } from '../../../support/emulator/upload.ts'
import { makeInstalledPlatform } from '../../../support/platform.ts'
import { sendTo } from '../../../support/send.ts'

type Command = Parameters<typeof runCommand<void>>[0]

async function makeInstalled() {
  const platform = await makeInstalledPlatform({
    registration: { requested_scopes: ['products.read', 'products.write'] },
  })
  const { made, store, cwd } = platform
  const write = (name: string, bytes: Uint8Array | string) => writeFileSync(join(cwd, name), bytes)
  const call = (Class: Command, argv: readonly string[], overrides: Parameters<typeof platform.context>[0] = {}) =>
    runCommand(Class, argv, platform.context(overrides))
  const files = () => made.emulator.context.storeDb(store.store.id).prepare('SELECT * FROM media_files').all()
  const open = async (url: string) => Buffer.from(await (await made.emulator.fetch(new Request(url))).arrayBuffer())
  /** A transport that does to the first requests of the API what it is told, and counts them. */
  const failing = (...answers: ((request: WireRequest) => Promise<WireResponse>)[]) => {
    const seen: WireRequest[] = []
    const plain = sendTo(made.emulator)
    const send = async (request: WireRequest) => {
      const answer = answers[seen.push(request) - 1]
      return answer === undefined ? plain(request) : answer(request)
    }
    return { send, seen, plain }
  }
  return { ...platform, write, call, files, open, failing }
}

const lost = async () => {
  throw new AppError('net.unreachable', 'No connection: the connection was closed in the middle.', {
    details: { sent: true, reason: 'ECONNRESET' },
  })
}

describe('app call media upload', () => {
  it('--dry-run shows the request with the attached file, and sends nothing (GEN-003)', async () => {
    const { call, write, calls, files, cwd } = await makeInstalled()
    write('photo.png', png)

    const text = await call(Upload, ['photo.png', '--dry-run'])
    const json = await call(Upload, ['photo.png', '--dry-run', '--json'])

    expect([text.exit, text.stderr]).toEqual([0, 'Nothing was sent.\n'])
    expect(text.stdout).toMatch(
      new RegExp(`^POST http://127\\.0\\.0\\.1:\\d+/api/apps/v1/media\\?fileHash=${sha256(png)}\\n`),
    )
    expect(text.stdout).toContain('Authorization: Bearer ***')
    expect(text.stdout).toContain(`Form field file: ${join(cwd, 'photo.png')} (${png.length} bytes, image/png)`)
    expect(JSON.parse(json.stdout)).toMatchObject({
      requests: [{ body: null, file: { field: 'file', path: join(cwd, 'photo.png'), type: 'image/png' } }],
    })
    expect([calls(), files()]).toEqual([[], []])
  })

  it('--curl prints a command that sends the same file as a form', async () => {
    const { call, write, cwd, calls } = await makeInstalled()
    const name = `it's a, "photo";.png`
    write(name, png)

    const { stdout } = await call(Upload, [name, '--curl'])
    // In the place of curl a program that prints its words, each ended by a NUL.
    const script = `curl() { printf '%s\\0' "$@"; }\n${stdout}`
    const words = execFileSync('/bin/sh', ['-c', script], { cwd, env: { SVCAPP_TOKEN: 't' } })
      .toString()
      .split('\0')

    const path = join(cwd, name).replaceAll('"', String.raw`\"`)
    expect(words).toContain(`file=@"${path}";type=image/png;filename=upload`)
    expect(words).toContain('Authorization: Bearer t')
    // curl makes its own boundary.
    expect(words.join()).not.toMatch(/content-type/i)
    expect(calls()).toEqual([])
  })

  it('--include and --fields work as everywhere, and all regions are rejected as for any write', async () => {
    const { call, write, calls } = await makeInstalled()
    write('photo.png', png)

    const { stdout, stderr } = await call(Upload, ['photo.png', '--ndjson', '--fields', 'url', '--include'])
    const sent = calls().length
    const all = await call(Upload, ['photo.png', '--region', 'all'])

    expect(Object.keys(JSON.parse(stdout) as object)).toEqual(['url'])
    expect(stderr).toMatch(/^HTTP\/1\.1 200/m)
    expect([all.exit, all.error?.message]).toEqual([2, expect.stringContaining('needs exactly one region')])
    expect(calls()).toHaveLength(sent)
  })

  it('MEDIA-001 MEDIA-020 MEDIA-005 sends the file with its hash and prints the address', async () => {
    const { call, write, open, calls, files } = await makeInstalled()
    write('photo.png', png)

    const { stdout, stderr, exit } = await call(Upload, ['photo.png'])

    const [, url = ''] = /^Uploaded: (http\S+)\n$/.exec(stdout) ?? []
    expect([exit, stderr, (await open(url)).equals(png)]).toEqual([0, '', true])
    expect(calls()).toHaveLength(1)
    expect(calls()[0]?.url.search).toBe(`?fileHash=${sha256(png)}`)
    expect(calls()[0]?.headers['Content-Type']).toMatch(/^multipart\/form-data; boundary=\S+$/)
    expect(files()).toHaveLength(1)
  })

  it('reports a file that already existed (MEDIA-022)', async () => {
    const { call, write, files } = await makeInstalled()
    write('photo.png', png)
    const first = await call(Upload, ['photo.png'])

    const again = await call(Upload, ['photo.png'])
    const json = await call(Upload, ['photo.png', '--json'])

    expect(again.stdout).toBe(first.stdout.replace('Uploaded', 'Already existed (nothing was stored)'))
    expect(JSON.parse(json.stdout)).toMatchObject({ success: true, uploaded: false, deduped: true })
    expect(files()).toHaveLength(1)
  })

  it('stores a new file each time without a hash (MEDIA-023)', async () => {
    const { call, write, files, calls } = await makeInstalled()
    write('photo.png', png)

    const answers = [await call(Upload, ['photo.png', '--no-hash']), await call(Upload, ['photo.png', '--no-hash'])]

    expect(answers.map(({ stdout }) => stdout.startsWith('Uploaded: '))).toEqual([true, true])
    expect(calls().map(({ url }) => url.search)).toEqual(['', ''])
    expect(files()).toHaveLength(2)
  })

  it.each([
    ['a folder', '.', () => {}],
    ['no file', 'none.png', () => {}],
    ['a page', 'page.html', (write: (name: string, bytes: string) => void) => write('page.html', '<html>')],
    [
      'a page with another name',
      'page.png',
      (write: (name: string, bytes: string) => void) => write('page.png', '<html>'),
    ],
    [
      'too long a file',
      'big.png',
      (write: (name: string, bytes: Buffer) => void) => write('big.png', pngOf(9_000_000)),
    ],
  ])('rejects %s, and sends nothing (MEDIA-007 MEDIA-015 MEDIA-017)', async (_what, name, make) => {
    const { call, write, calls } = await makeInstalled()
    make(write)

    const { exit, error, stdout } = await call(Upload, [name])

    expect([exit, error?.code, stdout]).toEqual([2, 'api.bad-upload', ''])
    expect(calls()).toEqual([])
  })

  it('MEDIA-007 B27 warns above 8,000,000 bytes, and sends it anyway', async () => {
    const { call, write } = await makeInstalled()
    write('small.png', pngOf(8_000_000))
    write('large.png', pngOf(8_000_001))

    const [small, large] = [await call(Upload, ['small.png']), await call(Upload, ['large.png'])]

    expect([small.exit, small.stderr]).toEqual([0, ''])
    expect(large.exit).toBe(0)
    expect(large.stderr).toBe(
      'The file has 8000001 bytes. The documented limit is 8 MB, so the platform may reject files over 8000000 bytes.\n',
    )
  })

  it('resends the upload with its hash after a lost response, and stores one file (P21)', async () => {
    const { call, write, files, failing } = await makeInstalled()
    write('photo.png', png)
    const { send, seen, plain } = failing(async (request) => {
      await plain(request)
      return lost()
    })

    const { exit, stdout } = await call(Upload, ['photo.png'], { send })

    expect([exit, seen.length, files().length]).toEqual([0, 2, 1])
    expect(stdout).toMatch(/^Already existed/)
  })

  it('never sends a file without a hash twice (P21)', async () => {
    const { call, write, failing } = await makeInstalled()
    write('photo.png', png)
    const { send, seen } = failing(lost)

    const { exit, error } = await call(Upload, ['photo.png', '--no-hash'], { send })

    expect([exit, error?.code, seen.length]).toEqual([8, 'net.unreachable', 1])
  })

  it('accepts neither a folder nor a manually set hash (MEDIA-019 MEDIA-021)', () => {
    const { flags, args } = Upload as unknown as { flags: object; args: object }

    expect(Object.keys(args)).toEqual(['file'])
    expect(Object.keys(flags).filter((flag) => /hash|folder|path|name/.test(flag))).toEqual(['no-hash'])
  })
})

describe('app call media generate', () => {
  it('reports a 503 as a platform setting after one request, with a fix (MEDIA-035 MEDIA-036)', async () => {
    const { call, calls } = await makeInstalled()

    const { exit, error } = await call(Generate, ['--prompt', 'a mug', '--file-hash', 'a'.repeat(64)])

    expect([exit, error?.code]).toEqual([12, 'api.error'])
    expect(error?.message).toBe('The platform rejected media.generate: 503, “No image generator is configured”.')
    expect((error as AppError).suggestions).toEqual([
      'Use your own image. Waiting does not help, because the generator is a platform setting.',
    ])
    expect(calls()).toHaveLength(1)
  })

  it('reports a failed generation as such (MEDIA-038)', async () => {
    const { call, made } = await makeInstalled()
    await made.control('PUT', '/settings', { mediaGenerator: 'failing' })

    const { exit, error } = await call(Generate, ['--prompt', 'a mug'])

    expect([exit, error?.code]).toEqual([12, 'api.error'])
    expect(error?.message).toContain('502, “The image could not be generated”')
  })

  it('prints the address, and reports an image that already existed (MEDIA-026 MEDIA-032)', async () => {
    const { call, made } = await makeInstalled()
    await made.control('PUT', '/settings', { mediaGenerator: 'fake' })
    const argv = ['--prompt', 'a mug', '--file-hash', 'a'.repeat(64)]

    const [first, again] = [await call(Generate, argv), await call(Generate, argv)]

    expect(first.stdout).toMatch(/^Generated: http:\S+\.png\n$/)
    expect(again.stdout).toBe(first.stdout.replace('Generated', 'Already existed (nothing was generated)'))
  })

  it.each([
    ['MEDIA-028', []],
    ['MEDIA-030', ['--prompt', 'x'.repeat(2001)]],
    ['B29', ['--prompt', 'x', '--file-hash', 'abc']],
  ])('%s rejects invalid input without sending it: %.40j', async (_rule, argv) => {
    const { call, calls } = await makeInstalled()

    const { exit, error } = await call(Generate, argv)

    expect([exit, error?.code, calls().length]).toEqual([2, 'usage.invalid', 0])
  })

  it('no flag selects a model (MEDIA-034)', () => {
    const flags = Object.keys((Generate as unknown as { flags: object }).flags)

    expect(flags).toContain('prompt')
    expect(flags.filter((flag) => /model|provider/.test(flag))).toEqual([])
  })
})
