import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, it, onTestFinished } from 'vitest'

import { parseAppToml, type Project } from '../../src/project/app-toml.ts'
import { requireTrustedOrigin, type OriginTrustTools } from '../../src/project/origin-trust.ts'
import { statePaths } from '../../src/project/paths.ts'
import { resolveTarget, type Target } from '../../src/project/targets.ts'

const runFile = {
  id: 'abc',
  urls: { api: 'http://127.0.0.1:4800', admin: 'http://localhost:4801', portal: 'http://127.0.0.1:4802' },
  controlToken: 'token',
}

const liveTable = `[targets.live]
base_url = "https://api.example/platform"
admin_url = "https://store.example"
client_id = "cli_1"
`

function project(extra = ''): Project {
  const text = `key = "app.acme.loyalty"\nname = "L"\n${extra}`
  return { dir: '/p', file: '/p/app.toml', config: parseAppToml(text, '/p/app.toml') }
}

function tools(changes: Partial<OriginTrustTools> = {}): OriginTrustTools {
  const home = mkdtempSync(join(tmpdir(), 'svcapp-trust-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  return {
    paths: statePaths({ env: {}, dataDir: home }),
    env: {},
    now: () => new Date('2026-11-21T12:00:00Z'),
    isInteractive: false,
    confirm: async () => false,
    ...changes,
  }
}
const live = (): Target => resolveTarget({ project: project(liveTable), name: 'live', runFile })

describe('a target', () => {
  it('emulator reads its addresses from the running emulator, with the admin separate from the API (GEN-002)', () => {
    const target = resolveTarget({ project: project(), name: 'emulator', runFile })

    expect(target).toMatchObject({
      name: 'emulator',
      identity: 'emulator:abc',
      clientId: null,
      control: { url: 'http://127.0.0.1:4802', token: 'token' },
    })
    expect([target.baseUrl.href, target.adminUrl.href]).toEqual(['http://127.0.0.1:4800/', 'http://localhost:4801/'])
  })

  it('emulator keeps its identity if the ports change', () => {
    const moved = { ...runFile, urls: { ...runFile.urls, api: 'http://127.0.0.1:5000' } }
    const identity = (run: typeof runFile) =>
      resolveTarget({ project: project(), name: 'emulator', runFile: run }).identity

    expect(identity(moved)).toBe(identity(runFile))
  })

  it('emulator fails without a running emulator, and never selects the live platform', () => {
    expect(() => resolveTarget({ project: project(liveTable), name: 'emulator', runFile: null })).toThrow(
      expect.objectContaining({ code: 'emulator.not-running' }),
    )
  })

  it('live has both addresses from app.toml, and secrets are stored under the origin (GEN-002 INST-019 INST-020)', () => {
    const target = resolveTarget({ project: project(liveTable), name: 'live', runFile })

    expect(target).toMatchObject({ name: 'live', identity: 'https://api.example', clientId: 'cli_1', control: null })
    expect(target.baseUrl.href).toBe('https://api.example/platform')
    expect(target.adminUrl.href).toBe('https://store.example/')
  })

  it.each([
    ['no table', '', 'base_url, admin_url, client_id'],
    ['no admin_url', '[targets.live]\nbase_url = "https://a.example"\nclient_id = "cli_1"', 'admin_url'],
  ])('live with %s fails and lists the missing settings (INST-020)', (_what, table, missing) => {
    expect(() => resolveTarget({ project: project(table), name: 'live', runFile })).toThrow(
      expect.objectContaining({ code: 'project.live-incomplete', message: expect.stringContaining(missing) }),
    )
  })

  it('rejects an unknown name as a usage error', () => {
    expect(() => resolveTarget({ project: project(), name: 'staging', runFile })).toThrow(
      expect.objectContaining({ code: 'usage.invalid' }),
    )
  })
})

describe('the origin of the live platform', () => {
  const untrusted = expect.objectContaining({ code: 'project.origin-untrusted', oclif: { exit: 3 } })

  it('receives no secrets without approval if no prompt is possible (T25)', async () => {
    await expect(requireTrustedOrigin(tools({ confirm: async () => true }), live())).rejects.toThrow(untrusted)
  })

  it('receives no secrets if the developer declines (T25)', async () => {
    await expect(requireTrustedOrigin(tools({ isInteractive: true }), live())).rejects.toThrow(untrusted)
  })

  it('is confirmed once, by name (T25)', async () => {
    const questions: string[] = []
    const asking = tools({
      isInteractive: true,
      confirm: async ({ message }) => questions.push(message) > 0,
    })
    await requireTrustedOrigin(asking, live())
    await requireTrustedOrigin({ ...asking, isInteractive: false }, live())

    expect(questions).toEqual([expect.stringContaining('https://api.example')])
  })

  it('can be approved by a script, for exactly this origin (T25)', async () => {
    const other = tools({ env: { SVCAPP_TRUST_ORIGIN: 'https://api.example.evil' } })

    await expect(requireTrustedOrigin(other, live())).rejects.toThrow(untrusted)
    await expect(
      requireTrustedOrigin(tools({ env: { SVCAPP_TRUST_ORIGIN: 'https://api.example' } }), live()),
    ).resolves.toBeUndefined()
  })

  it('accepts a slash after the origin, and shows any other value of the variable (T25)', async () => {
    const withSlash = tools({ env: { SVCAPP_TRUST_ORIGIN: 'https://api.example/' } })
    const path = tools({ env: { SVCAPP_TRUST_ORIGIN: 'https://api.example/v1' } })

    await expect(requireTrustedOrigin(withSlash, live())).resolves.toBeUndefined()
    await expect(requireTrustedOrigin(path, live())).rejects.toMatchObject({
      suggestions: expect.arrayContaining([
        'In a script, set SVCAPP_TRUST_ORIGIN=https://api.example. Its current value is https://api.example/v1.',
      ]),
    })
  })

  it('needs no prompt for the emulator', async () => {
    const target = resolveTarget({ project: project(), name: 'emulator', runFile })

    await expect(requireTrustedOrigin(tools(), target)).resolves.toBeUndefined()
  })
})
