import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it, onTestFinished } from 'vitest'

import { lockProject } from '../../../src/dev/lock.ts'
import { noteTunnel } from '../../../src/dev/notes/tunnel-note.ts'
import { receive } from '../../e2e/support/receiver.ts'
import { makeContext } from '../../support/context.ts'
import { freePort } from '../../support/processes/free-port.ts'
import { makeProject, plainAppToml } from '../../support/project.ts'
import { diagnose } from './support.ts'

function inProject(appToml: string) {
  return makeProject({ appToml }).context
}

describe('config', () => {
  it('a folder without a project is not a failure', async () => {
    const { of, exit, document } = await diagnose(makeContext())

    expect([of('config').state, of('config').remedy, exit]).toEqual(['skipped', expect.stringContaining('app init'), 0])
    // The usual ports of this machine may be another program's.
    expect(
      document.checks.filter(({ id, state }) => state === 'failed' || (state === 'warning' && id !== 'ports')),
    ).toEqual([])
  })

  it('an invalid app.toml is a failure with file and line, and dependent checks are skipped', async () => {
    const { of, exit } = await diagnose(inProject(`${plainAppToml}colour = "blue"\n`))

    expect([of('config').state, exit]).toEqual(['failed', 11])
    expect(of('config').found).toMatch(/app\.toml:\d+: .*colour/)
    expect(of('config').details['code']).toBe('project.invalid')
    expect([of('traps').state, of('registration').state, of('token').state]).toEqual(['skipped', 'skipped', 'skipped'])
  })

  it('is ok without changes', async () => {
    const { of } = await diagnose(inProject(plainAppToml))

    expect([of('config').state, of('traps').state, of('redirect').state]).toEqual(['ok', 'ok', 'ok'])
  })
})

it('traps: a topic whose scope is not requested', async () => {
  const toml = plainAppToml.replace('required = ["orders.read"]', 'required = ["products.read"]')

  const { of } = await diagnose(inProject(toml))

  expect(of('traps')).toMatchObject({
    state: 'warning',
    found: expect.stringContaining('order.paid needs orders.read'),
  })
})

it('redirect: the tunnel address while it runs on live', async () => {
  const live =
    '[targets.live]\nbase_url = "https://api.example"\nadmin_url = "https://x.example"\nclient_id = "cli_1"\n'
  const context = inProject(plainAppToml + live)
  const owner = { paths: context.paths, identity: 'https://api.example', appKey: 'app.acme.loyalty' }
  const probe = { path: '/_probe-123', answer: 'it is me' }
  noteTunnel(owner, { url: 'https://dev.example', gateway: 'http://127.0.0.1:4810', probe, isOwn: true })

  const { of } = await diagnose(context, '--target', 'live')

  expect(of('redirect')).toMatchObject({
    state: 'ok',
    found:
      'https://dev.example/auth/callback while `app dev --target live` runs, but the developer console cannot be checked',
  })
})

it('redirect: warns of a deployed address while `app dev` runs on live, because the deployed app gets the tokens', async () => {
  const live =
    '[targets.live]\nbase_url = "https://api.example"\nadmin_url = "https://x.example"\nclient_id = "cli_1"\n'
  const deployed = plainAppToml.replace('[scopes]', 'redirect_uris = ["https://prod.example/auth/callback"]\n[scopes]')
  const context = inProject(deployed + live)
  const owner = { paths: context.paths, identity: 'https://api.example', appKey: 'app.acme.loyalty' }
  const probe = { path: '/_probe-123', answer: 'it is me' }
  noteTunnel(owner, { url: 'https://dev.example', gateway: 'http://127.0.0.1:4810', probe, isOwn: true })

  const { of } = await diagnose(context, '--target', 'live')

  expect(of('redirect')).toMatchObject({
    state: 'warning',
    found: expect.stringContaining('is at prod.example, so the app there gets the new token'),
    remedy: expect.stringContaining('register a second app'),
  })
})

it('redirect: an address with another port than the app', async () => {
  const moved = plainAppToml.replace('[scopes]', 'redirect_uris = ["http://127.0.0.1:3000/auth/callback"]\n[scopes]')

  const { of } = await diagnose(inProject(`${moved}[dev]\nport = 3200\n`))

  expect(of('redirect').state).toBe('warning')
  expect(of('redirect').found).toContain('port 3000, but the app listens on 3200')
  expect(of('redirect').remedy).toContain('"http://127.0.0.1:3200/auth/callback"')
})

it('packages: lists missing packages by name', async () => {
  const { context, cwd } = makeProject()
  writeFileSync(
    join(cwd, 'package.json'),
    '{"dependencies":{"hono":"4","@acme/x":"1"},"devDependencies":{"vitest":"5"}}',
  )
  const install = (name: string) => {
    mkdirSync(join(cwd, 'node_modules', name), { recursive: true })
    writeFileSync(join(cwd, 'node_modules', name, 'package.json'), '{}')
  }
  install('hono')

  const before = await diagnose(context)
  install('@acme/x')
  install('vitest')
  const after = await diagnose(context)

  expect(before.of('packages')).toMatchObject({ state: 'failed', details: { missing: ['vitest', '@acme/x'] } })
  expect(before.of('packages').remedy).toContain('npm install')
  expect(after.of('packages').state).toBe('ok')
})

it('packages: reads a package.json with a byte order mark', async () => {
  const { context, cwd } = makeProject()
  writeFileSync(join(cwd, 'package.json'), '\ufeff{"dependencies":{"hono":"4"}}')

  const { of } = await diagnose(context)

  expect(of('packages')).toMatchObject({ state: 'failed', details: { missing: ['hono'] } })
})

it('packages: the fix uses the package manager of the project', async () => {
  const { context, cwd } = makeProject()
  writeFileSync(join(cwd, 'package.json'), '{"dependencies":{"hono":"4"}}')
  writeFileSync(join(cwd, 'yarn.lock'), '')

  const { of } = await diagnose(context)

  expect(of('packages').remedy).toBe(`yarn install (in ${cwd})`)
})

it('app: an app that does not listen is a failure while app dev runs, but not before app dev has started', async () => {
  const port = await freePort()
  const { context, cwd } = makeProject({ appToml: `${plainAppToml}[dev]\nport = ${port}\n` })

  const without = await diagnose(context)
  const lock = lockProject({ paths: context.paths, dir: cwd, pid: process.pid })
  onTestFinished(lock.release)
  const starting = await diagnose(context)
  lock.publish({ target: 'emulator', startUrl: null })
  const down = await diagnose(context)
  await receive({ port })
  const other = await diagnose(context)
  lock.publish({ appPid: process.pid })
  const up = await diagnose(context)

  expect([without.of('app').state, starting.of('app').state]).toEqual(['skipped', 'warning'])
  expect(down.of('app')).toMatchObject({ state: 'failed', found: expect.stringContaining('terminal of `app dev`') })
  if (process.platform === 'linux') {
    expect(other.of('app')).toMatchObject({ state: 'failed', found: expect.stringContaining('in use by node') })
  }
  expect(up.of('app')).toMatchObject({ state: 'ok', found: `listens on port ${port}` })
})
