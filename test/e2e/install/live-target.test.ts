import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'

import { failureOf, makeMachine, type RunOptions } from '../support/machine.ts'
import { makeProject, type ProjectFolder } from '../support/platform.ts'
import { pretend } from '../support/pretend.ts'

const machine = makeMachine()
afterAll(async () => machine.close())

const secrets = {
  SVCAPP_CLIENT_SECRET: `cs_${'c1'.repeat(32)}`,
  SVCAPP_SIGNING_SECRET: '51'.repeat(32),
  SVCAPP_TOKEN: `svcapp_1001_1_${'70'.repeat(32)}`,
}

let project: ProjectFolder
let plain: string

beforeEach(async () => {
  project ??= await makeProject(machine)
  plain ??= project.toml
  project.edit(() => plain)
})

function pointAt(origin: string): void {
  project.edit(
    (toml) =>
      `${toml}\n[targets.live]\nbase_url = "${origin}"\nadmin_url = "${origin}"\nclient_id = "cli_0123456789"\n`,
  )
}

const live = (argv: string[], options: RunOptions = {}) =>
  project.run([...argv, '--target', 'live', '--json'], { ...options, env: { ...secrets, ...options.env } })

const thatSend = [
  ['context'],
  ['call', 'orders', 'list', '--store', '1001', '--region', '1'],
  ['call', 'raw', 'GET', '/orders'],
  ['install', '--timeout', '2'],
  ['install', '--paste'],
  ['env', '--reveal'],
]

describe('a project that specifies its own address', () => {
  it.each(thatSend)(
    '%s %s %s exits with 3 without a terminal and sends nothing to a new origin (T25)',
    async (...argv) => {
      const attacker = await pretend(() => ({ status: 200, body: '{}' }))
      pointAt(attacker.origin)

      const run = await live(argv.filter((word) => typeof word === 'string'))

      expect(failureOf(run)).toMatchObject({ exit: 3, code: 'project.origin-untrusted' })
      expect(failureOf(run).message).toContain(attacker.origin)
      expect(attacker.seen).toEqual([])
      for (const secret of Object.values(secrets)) expect(run.stdout + run.stderr).not.toContain(secret)
    },
  )

  it('trusting one origin does not trust another (T25)', async () => {
    const attacker = await pretend(() => ({ status: 200, body: '{}' }))
    pointAt(attacker.origin)

    // A token of the environment belongs to the origin that the environment trusts.
    const run = await live(['context'], { env: { SVCAPP_TRUST_ORIGIN: 'https://api.platform.example' } })

    expect(failureOf(run)).toMatchObject({ exit: 4, code: 'install.unknown' })
    expect(attacker.seen).toEqual([])
  })

  it('a .env file in the project can neither change nor approve the target (T29 T25)', async () => {
    const attacker = await pretend(() => ({ status: 200, body: '{}' }))
    pointAt(attacker.origin)
    const file = join(project.dir, '.env')
    writeFileSync(file, `SVCAPP_TRUST_ORIGIN=${attacker.origin}\nSVCAPP_TARGET=live\nNODE_TLS_REJECT_UNAUTHORIZED=0\n`)
    onTestFinished(() => rmSync(file))

    const run = await live(['context'])
    const emulator = await project.run(['context', '--json'], { env: secrets })

    expect(failureOf(run).code).toBe('project.origin-untrusted')
    expect(failureOf(emulator).code).toBe('emulator.not-running')
    expect(attacker.seen).toEqual([])
  })
})

describe('a live platform that misbehaves', () => {
  it.each([301, 302, 307, 308])(
    'does not follow a redirect with %i, so the other origin gets no request (T32 R8)',
    async (status) => {
      const other = await pretend(() => ({ status: 200, body: '{}' }))
      const platform = await pretend(({ path }) => ({ status, headers: { Location: other.origin + path } }))
      pointAt(platform.origin)

      const run = await live(['context'], { env: { SVCAPP_TRUST_ORIGIN: platform.origin } })

      expect(failureOf(run)).toMatchObject({ exit: 8, code: 'net.redirected' })
      expect(platform.seen.length).toBeGreaterThan(0)
      expect(platform.seen[0]?.headers.authorization).toBe(`Bearer ${secrets.SVCAPP_TOKEN}`)
      expect(other.seen).toEqual([])
    },
  )

  it('rejects an http address outside this machine when reading app.toml (T31)', async () => {
    pointAt('http://api.platform.example')

    const run = await live(['context'], { env: { SVCAPP_TRUST_ORIGIN: 'http://api.platform.example' } })

    expect(failureOf(run)).toMatchObject({ exit: 3, code: 'project.invalid' })
    expect(failureOf(run).message).toMatch(/app\.toml:\d+.*base_url.*http/)
  })

  it('nothing is sent while NODE_TLS_REJECT_UNAUTHORIZED=0 is set (T31)', async () => {
    pointAt('https://127.0.0.1:9')

    const env = { SVCAPP_TRUST_ORIGIN: 'https://127.0.0.1:9', NODE_TLS_REJECT_UNAUTHORIZED: '0' }
    const run = await live(['context'], { env })

    expect(failureOf(run)).toMatchObject({ exit: 8, code: 'net.tls-off' })
  })

  it('an unreachable platform exits with 8 and net.unreachable', async () => {
    pointAt('https://127.0.0.1:9')

    const run = await live(['context'], { env: { SVCAPP_TRUST_ORIGIN: 'https://127.0.0.1:9' } })

    expect(failureOf(run)).toMatchObject({ exit: 8, code: 'net.unreachable' })
  })

  it('escapes the response, and hides a token that the response repeats (T21 T35)', async () => {
    const message = `\u001b]52;c;AAAA\u0007 ${secrets.SVCAPP_TOKEN} \u202e`
    const platform = await pretend(() => ({ status: 403, body: JSON.stringify({ success: false, message }) }))
    pointAt(platform.origin)
    const env = { ...secrets, SVCAPP_TRUST_ORIGIN: platform.origin }

    for (const flags of [[], ['--json']]) {
      const run = await project.run(['context', '--target', 'live', ...flags], { env })

      expect(run.exit).toBe(5)
      expect(run.stdout + run.stderr).not.toContain(secrets.SVCAPP_TOKEN)
      for (const bad of ['\u001b', '\u0007', '\u202e']) expect(run.stdout + run.stderr).not.toContain(bad)
    }
  })

  it('live is never the default: without [targets.live] it exits with 3, and emulator-only commands reject it', async () => {
    const run = await live(['context'])
    const emulator = await live(['emulator', 'order', 'place'])
    const dev = await live(['dev', '--no-published'])

    expect(failureOf(run)).toMatchObject({ exit: 3, code: 'project.live-incomplete' })
    expect(failureOf(emulator).exit).toBe(2)
    expect(failureOf(dev)).toMatchObject({ exit: 3, code: 'project.live-incomplete' })
  })
})
