import { createHash } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'

import { describe, expect, it, onTestFinished } from 'vitest'

import { findCloudflared } from '../../src/tunnel/cloudflared/binary.ts'
import { readLine } from '../../src/tunnel/cloudflared/output.ts'
import { pinnedFiles, pinnedVersion } from '../../src/tunnel/cloudflared/pinned.ts'
import { makeApp } from '../support/app.ts'

const program = Buffer.from('#!/bin/sh\necho cloudflared\n')
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

function tar(name: string, content: Buffer): Buffer {
  const header = Buffer.alloc(512)
  header.write(name, 0, 'latin1')
  header.write(`${content.byteLength.toString(8).padStart(11, '0')}\0`, 124, 'latin1')
  return Buffer.concat([header, content, Buffer.alloc((512 - (content.byteLength % 512)) % 512), Buffer.alloc(1024)])
}

async function makeRelease(
  bytes: Buffer,
  { asset = 'cloudflared-linux-amd64', isArchive = false, expected = sha256(bytes) } = {},
) {
  const server = await makeApp((request, response) => {
    // As GitHub does it: by way of one redirect.
    if (request.target === `/${asset}`) response.writeHead(302, { location: '/files/real' }).end()
    else response.end(bytes)
  })
  const folder = mkdtempSync(join(tmpdir(), 'svcapp-binary-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const fetched: string[] = []
  const find = (path = '') =>
    findCloudflared({
      path,
      folder: join(folder, 'bin'),
      machine: 'linux-x64',
      signal: new AbortController().signal,
      onFetch: (version) => fetched.push(version),
      release: { url: `http://127.0.0.1:${server.port}/`, file: { asset, sha256: expected, isArchive } },
    })
  return { server, folder, fetched, find }
}

describe('cloudflared', () => {
  it('is downloaded when first needed, verified, stored for this user only, and not downloaded again (T30)', async () => {
    const { find, fetched, server } = await makeRelease(program)

    const path = await find()
    const again = await find()

    expect([fetched, again, server.seen.length]).toEqual([[pinnedVersion], path, 2])
    expect(readFileSync(path).equals(program)).toBe(true)
    expect(statSync(path).mode & 0o777).toBe(0o700)
  })

  it('is extracted from an archive if the release is one (T30)', async () => {
    const { find } = await makeRelease(gzipSync(tar('cloudflared', program)), {
      asset: 'cloudflared-darwin-arm64.tgz',
      isArchive: true,
    })

    expect(readFileSync(await find()).equals(program)).toBe(true)
  })

  it('is the only file written from an archive, whatever paths its entries have (T28)', async () => {
    const entries = [tar('../../evil', Buffer.from('evil')).subarray(0, -1024), tar('../../cloudflared', program)]
    const { find, folder } = await makeRelease(gzipSync(Buffer.concat(entries)), {
      asset: 'cloudflared-darwin-arm64.tgz',
      isArchive: true,
    })

    const path = await find()

    expect(readFileSync(path).equals(program)).toBe(true)
    expect(readdirSync(folder)).toEqual(['bin'])
    expect(readdirSync(join(folder, 'bin')).toSorted()).toEqual(
      [basename(path), `cloudflared-darwin-arm64.tgz-${pinnedVersion}.download`].toSorted(),
    )
  })

  it('one flipped byte is rejected, during the download and on the disk (T30)', async () => {
    const altered = Buffer.from(program)
    altered[3] = (altered[3] ?? 0) ^ 1
    const onTheWay = await makeRelease(altered, { expected: sha256(program) })
    await expect(onTheWay.find()).rejects.toMatchObject({ code: 'tunnel.binary-altered' })

    const { find, server } = await makeRelease(program)
    const path = await find()
    writeFileSync(path, altered)
    await find()

    expect([readFileSync(path).equals(program), server.seen.length]).toEqual([true, 4])
  })

  it('prefers the cloudflared in PATH of the developer, and reads no other variable for it (T29)', async () => {
    const { find, folder, fetched } = await makeRelease(program)
    const own = join(folder, 'cloudflared')
    writeFileSync(own, program)
    chmodSync(own, 0o755)
    process.env['CLOUDFLARED_BIN'] = '/bin/false'
    onTestFinished(() => void delete process.env['CLOUDFLARED_BIN'])

    expect([await find(`/nowhere:${folder}`), fetched]).toEqual([own, []])
    expect(await find('')).not.toBe('/bin/false')
  })

  it('is never downloaded over plain http, nor from a server that rejects the request', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'svcapp-binary-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const tools = { path: '', folder, signal: new AbortController().signal, onFetch: () => {} }
    const file = { asset: 'x', sha256: sha256(program), isArchive: false }
    const denied = await makeApp((_, response) => void response.writeHead(404).end())

    await expect(
      findCloudflared({ ...tools, machine: 'linux-x64', release: { url: 'http://example.com/', file } }),
    ).rejects.toMatchObject({ code: 'tunnel.download-failed' })
    await expect(
      findCloudflared({ ...tools, machine: 'linux-x64', release: { url: `http://127.0.0.1:${denied.port}/`, file } }),
    ).rejects.toMatchObject({ code: 'tunnel.download-failed' })
    await expect(findCloudflared({ ...tools, machine: 'sunos-sparc' })).rejects.toMatchObject({
      code: 'tunnel.unsupported',
    })
  })

  it('is pinned for the most common machines that run Node', () => {
    expect(Object.keys(pinnedFiles)).toEqual(['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64'])
    for (const { sha256: digest } of Object.values(pinnedFiles)) expect(digest).toMatch(/^[0-9a-f]{64}$/)
  })

  it.each([
    [
      '2026-05-16T15:40:15Z INF |  https://two-words-here.trycloudflare.com   |',
      { kind: 'address', url: 'https://two-words-here.trycloudflare.com' },
    ],
    [
      '2026-05-16T15:40:15Z INF Registered tunnel connection connIndex=0 location=fra03 protocol=http2',
      { kind: 'connected', protocol: 'http2' },
    ],
    ['2026-05-16T15:40:15Z INF Registered tunnel connection connIndex=0', { kind: 'connected', protocol: null }],
    [
      '2026-05-16T15:40:15Z ERR Failed to dial a quic connection error="timeout: no recent network activity"',
      { kind: 'quic-blocked' },
    ],
    [
      '2026-05-16T15:40:15Z ERR failed to request quick Tunnel: Post "https://api.trycloudflare.com/tunnel": EOF',
      { kind: 'error', text: 'failed to request quick Tunnel: Post "https://api.trycloudflare.com/tunnel": EOF' },
    ],
    [
      '2026-05-16T15:40:15Z ERR Error unmarshaling QuickTunnel response: error code: 1015 status_code="429 Too Many Requests"',
      { kind: 'rate-limited' },
    ],
    ['2026-05-16T15:40:15Z INF Version 2026.5.0', null],
    ['', null],
  ])('reports the state in %j', (line, fact) => {
    expect(readLine(line)).toEqual(fact)
  })
})
