import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { rolldown } from 'rolldown'
import { describe, expect, it, onTestFinished } from 'vitest'

import { leanPackages, spinners, undiciStubs, undiciVersion, writeParser } from '../../scripts/build/lean-packages.ts'
import type * as SenderModule from '../../src/emulator/deliveries/sender.ts'
import type * as AskModule from '../../src/emulator/lab/probe/ask.ts'

const require = createRequire(import.meta.url)
const src = join(import.meta.dirname, '../../src/emulator')
const undici = dirname(require.resolve('undici/package.json'))

describe('what the bundle leaves out of packages', () => {
  it('was written for the undici that is installed', () => {
    const { version } = JSON.parse(readFileSync(join(undici, 'package.json'), 'utf8')) as { version: string }

    expect(version).toBe(undiciVersion)
  })

  it.each(Object.keys(undiciStubs))('leaves out %s, which undici still has', (name) => {
    expect([`${name}.js`, `${name}/index.js`].some((file) => existsSync(join(undici, 'lib', file)))).toBe(true)
  })

  it('leaves out nothing that undici loads before it is needed, but for what may be absent', () => {
    const files = ['dispatcher/client-h1.js', 'core/request.js', 'dispatcher/client-h2.js']
    const early = files.flatMap((file) =>
      [...readFileSync(join(undici, 'lib', file), 'utf8').matchAll(/^(?:const|let) .*require\('(\.[^']*)'\)/gm)].map(
        ([, path = '']) => join(dirname(file), path).replace(/(?:\/index)?(?:\.js)?$/, ''),
      ),
    )

    expect(early).toContain('core/util')
    expect(early.filter((name) => undiciStubs[name] !== undefined)).toEqual([])
  })

  it('sends and asks with what is left of undici', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'svcapp-lean-'))
    onTestFinished(() => rmSync(dir, { recursive: true }))
    const bundle = await rolldown({
      input: { sender: join(src, 'deliveries/sender.ts'), ask: join(src, 'lab/probe/ask.ts') },
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
    const sender = createSender({ timeoutMs: 5_000, connections: 2 })
    onTestFinished(() => sender.close())
    const outgoing = { url, headers: { 'Content-Type': 'application/json' }, body: Buffer.from('{}') }

    expect(await sender.send(outgoing)).toEqual({ status: 204, error: null })
    expect(await sender.send(outgoing, { isCutOff: true })).toMatchObject({ status: null })
    expect(await askApp({ url, headers: {} })).toMatchObject({ ok: true, answer: { status: 200, body: 'page' } })
    expect(readdirSync(chunks).reduce((sum, file) => sum + statSync(join(chunks, file)).size, 0)).toBeLessThan(400_000)
  })

  it('has the spinners that ora turns', () => {
    const ora = readFileSync(require.resolve('ora'), 'utf8')
    const turned = [...ora.matchAll(/cliSpinners\.(\w+)/g)].map(([, name = '']) => name)

    expect(new Set(turned)).toEqual(new Set(spinners))
  })
})
