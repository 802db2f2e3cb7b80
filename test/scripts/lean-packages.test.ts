import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { rolldown } from 'rolldown'
import { describe, expect, it, onTestFinished } from 'vitest'

import {
  execaStubs,
  execaVersion,
  http2Import,
  leanPackages,
  spinners,
  undiciStubs,
  undiciVersion,
  writeParser,
} from '../../scripts/build/lean-packages.ts'
import type * as SenderModule from '../../src/emulator/deliveries/sender.ts'
import type * as AskModule from '../../src/emulator/panel-preview/probe/ask.ts'
import type * as InstallModule from '../../src/scaffold/install-packages.ts'
import type * as GitModule from '../../src/scaffold/upgrade/git.ts'

const require = createRequire(import.meta.url)
const src = join(import.meta.dirname, '../../src/emulator')
const scaffold = join(import.meta.dirname, '../../src/scaffold')
const undici = dirname(require.resolve('undici/package.json'))
const execa = dirname(require.resolve('execa'))

describe('package code that the bundle leaves out', () => {
  it('matches the installed undici and execa', () => {
    const versions = [undici, execa].map(
      (dir) => (JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')) as { version: string }).version,
    )

    expect(versions).toEqual([undiciVersion, execaVersion])
  })

  it("leaves out HTTP/2 from Hono's server, which imports it in one place", () => {
    const text = readFileSync(require.resolve('@hono/node-server').replace(/index\.\w+$/, 'index.mjs'), 'utf8')

    expect(text.split(http2Import)).toHaveLength(2)
    expect(text.match(/node:http2/g)).toHaveLength(1)
  })

  it.each(Object.keys(undiciStubs))('leaves out %s, which undici still has', (name) => {
    expect([`${name}.js`, `${name}/index.js`].some((file) => existsSync(join(undici, 'lib', file)))).toBe(true)
  })

  it('leaves out nothing that undici loads at startup, except for optional parts', () => {
    const files = ['dispatcher/client-h1.js', 'core/request.js', 'dispatcher/client-h2.js']
    const early = files.flatMap((file) =>
      [...readFileSync(join(undici, 'lib', file), 'utf8').matchAll(/^(?:const|let) .*require\('(\.[^']*)'\)/gm)].map(
        ([, path = '']) => join(dirname(file), path).replace(/(?:\/index)?(?:\.js)?$/, ''),
      ),
    )

    expect(early).toContain('core/util')
    expect(early.filter((name) => undiciStubs[name] !== undefined)).toEqual([])
  })

  it('sends and requests with the reduced undici', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'svcapp-lean-'))
    onTestFinished(() => rmSync(dir, { recursive: true }))
    const bundle = await rolldown({
      input: { sender: join(src, 'deliveries/sender.ts'), ask: join(src, 'panel-preview/probe/ask.ts') },
      platform: 'node',
      external: [/^node:/],
      plugins: [leanPackages()],
      logLevel: 'silent',
    })
    writeParser(dir)
    const chunks = join(dir, 'chunks')
    await bundle.write({ dir: chunks, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' })
    await bundle.close()
    const { createSender } = (await import(join(chunks, 'sender.mjs'))) as typeof SenderModule
    const { askApp } = (await import(join(chunks, 'ask.mjs'))) as typeof AskModule
    const app = createServer((request, response) => {
      request.on('error', () => {})
      request
        .resume()
        .on('end', () =>
          response
            .writeHead(request.method === 'POST' ? 204 : 200, { 'X-Seen': 'yes' })
            .end(request.method === 'POST' ? '' : 'page'),
        )
    })
    await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void app.close())
    const url = `http://127.0.0.1:${(app.address() as AddressInfo).port}/webhooks?a=1`
    const sender = createSender({ timeoutMs: 300_000, connections: 2 })
    onTestFinished(() => sender.close())
    const outgoing = { url, headers: { 'Content-Type': 'application/json' }, body: Buffer.from('{}') }

    expect(await sender.send(outgoing)).toEqual({ status: 204, error: null })
    expect(await sender.send(outgoing, { isCutOff: true })).toMatchObject({ status: null })
    expect(await askApp({ url, headers: {} })).toMatchObject({ ok: true, answer: { status: 200, body: 'page' } })
    expect(readdirSync(chunks).reduce((sum, file) => sum + statSync(join(chunks, file)).size, 0)).toBeLessThan(400_000)
  })

  it.each(Object.entries(execaStubs))('replaces %s of execa with a module of the same exports', async (name, stub) => {
    const whole = readFileSync(join(execa, 'lib', `${name}.js`), 'utf8')
    const namesOf = (code: string) => new Set([...code.matchAll(/export const (\w+)/g)].map(([, one]) => one))

    expect(namesOf(stub).size).toBeGreaterThan(0)
    expect(namesOf(stub)).toEqual(namesOf(whole))
  })

  it('runs git with input, and npm line by line, with the reduced execa', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'svcapp-lean-'))
    onTestFinished(() => rmSync(dir, { recursive: true }))
    const bundle = await rolldown({
      input: { git: join(scaffold, 'upgrade/git.ts'), install: join(scaffold, 'install-packages.ts') },
      platform: 'node',
      external: [/^node:/],
      plugins: [leanPackages()],
      logLevel: 'silent',
    })
    await bundle.write({ dir, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' })
    await bundle.close()
    const { gitText } = (await import(join(dir, 'git.mjs'))) as typeof GitModule
    const { installPackages } = (await import(join(dir, 'install.mjs'))) as typeof InstallModule
    writeFileSync(join(dir, 'npm'), '#!/bin/sh\necho "npm http fetch GET 200 one" >&2\nexit $NPM_ENDS\n', {
      mode: 0o755,
    })
    const PATH = `${dir}:${process.env['PATH']}`
    const fetched: number[] = []
    const install = (NPM_ENDS: string, interrupted = new AbortController().signal) =>
      installPackages(
        { env: { PATH, NPM_ENDS }, interrupted, onProgress: (progress) => fetched.push(progress.fetched) },
        dir,
      )

    expect(
      await gitText({ env: { PATH } }, { cwd: dir, args: ['hash-object', '--stdin'], input: Buffer.from('a\n') }),
    ).toBe('78981922613b2afb6025042ff6bd878ac1994e85\n')
    await install('0')
    expect(fetched).toEqual([1])
    await expect(install('3')).rejects.toThrow('exit code 3')
    await expect(install('0', AbortSignal.abort())).rejects.toThrow('cancel')
  })

  it('has the spinners that ora uses', () => {
    const ora = readFileSync(require.resolve('ora'), 'utf8')
    const turned = [...ora.matchAll(/cliSpinners\.(\w+)/g)].map(([, name = '']) => name)

    expect(new Set(turned)).toEqual(new Set(spinners))
  })
})
