import { spawn } from 'node:child_process'

import { describe, expect, it } from 'vitest'

import Doctor from '../../../src/commands/doctor.ts'
import { examine } from '../../../src/tasks/doctor/examine.ts'
import { doctorFacts } from '../../../src/tasks/doctor/facts.ts'
import { openDesktop } from '../../credentials/desktop.ts'
import { runCommand } from '../../support/command/command.ts'
import { makeContext } from '../../support/context.ts'
import { atThisLoad } from '../../support/machine/machine-load.ts'
import { isMissing, needing } from '../../support/machine/needed-programs.ts'
import { program } from '../../support/program.ts'
import { makeProject, plainAppToml } from '../../support/project.ts'

interface Ended {
  readonly exit: number | null
  readonly stdout: string
  readonly stderr: string
  readonly ms: number
}

/** `app doctor` as a separate process, in this environment and no other. */
async function runDoctor(env: Record<string, string>, argv: readonly string[] = []): Promise<Ended> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, [program, 'doctor', ...argv], {
    env,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk) => (stdout += String(chunk)))
  child.stderr.on('data', (chunk) => (stderr += String(chunk)))
  const exit = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { exit, stdout, stderr, ms: performance.now() - startedAt }
}

describe('app doctor', () => {
  it('reports failures with their fixes, and exits with 11', async () => {
    const { context } = makeProject({ appToml: `${plainAppToml}colour = "blue"\n`, width: 80, env: { NO_COLOR: '1' } })

    const { stdout, stderr, exit, error } = await runCommand(Doctor, [], context)

    expect([exit, error?.code, stderr]).toEqual([11, 'doctor.failed', ''])
    expect(stdout).toContain('✗ app.toml')
    // Once more at the end, where a person looks.
    expect(stdout.trimEnd().split('\n').slice(-8).join('\n')).toContain('✗ app.toml: ')
    expect(stdout).toMatch(/1 failed, .*\(target: emulator\)/)
  })

  it.each([50, 80, 120])('fits into %i columns', async (width) => {
    const { context } = makeProject({ width, env: { NO_COLOR: '1' } })

    const { stdout, exit } = await runCommand(Doctor, [], context)

    expect(exit).toBe(0)
    // A path may be longer than any line.
    const tooLong = stdout.split('\n').filter((line) => line.length > width && !/\S{20,}/.test(line))
    expect(tooLong).toEqual([])
  })

  it('prints a line for each check in a pipe', async () => {
    const { stdout } = await runCommand(Doctor, [], makeContext())

    const lines = stdout.split('\n').slice(0, -1)
    expect(new Set(lines.map((line) => line.split('\t').length))).toEqual(new Set([4]))
    expect(lines[0]).toMatch(/^ok\tnode\t/)
  })

  it('shows no secret from any check (T35)', async () => {
    const secret = `cs_${'f1a6f1a6'.repeat(8)}`
    const token = `svcapp_1001_7_${'0ddba11e'.repeat(8)}`
    const { context } = makeProject({
      appToml: `${plainAppToml}client_secret = "${secret}"\n`,
      env: { SVCAPP_TOKEN: token, SVCAPP_PASSPHRASE: 'canary-passphrase-4711' },
      credentials: () => Promise.reject(new Error(`no place for ${secret}, canary-passphrase-4711 and ${token}`)),
    })

    const words = await runCommand(Doctor, [], context)
    const json = await runCommand(Doctor, ['--json', '--fix'], context)

    expect(words.exit).toBe(11)
    for (const { stdout, stderr } of [words, json])
      expect(stdout + stderr).not.toMatch(/f1a6f1a6|0ddba11e|canary-passphrase/)
  })

  it('an untrusted name cannot control the terminal (T21)', async () => {
    const { context } = makeProject({
      appToml: plainAppToml.replace('[scopes]', '[scopes]\n"\\u001b]52;c;x\\u0007" = 1'),
    })

    const { stdout } = await runCommand(Doctor, [], context)

    // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
    expect(stdout).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/)
  })

  it('a check that never finishes times out, and the others are reported', async () => {
    const facts = doctorFacts(makeContext(), 'emulator')
    const base = { group: 'machine', title: 'x' } as const

    const { checks } = await examine(facts, {
      fix: false,
      checks: [
        { ...base, id: 'silent', run: () => new Promise(() => {}) },
        { ...base, id: 'quick', run: () => ({ state: 'ok', found: 'fine' }) },
      ],
    })

    expect(checks.map(({ id, state, found }) => [id, state, found])).toEqual([
      ['silent', 'failed', expect.stringMatching(/^not checked: no result within [\d.]+ s$/)],
      ['quick', 'ok', 'fine'],
    ])
  })

  it('a fix that fails is reported, and the other checks continue (P15)', async () => {
    const { checks } = await examine(doctorFacts(makeContext(), 'emulator'), {
      fix: true,
      checks: [
        {
          id: 'x',
          group: 'machine',
          title: 'x',
          run: () => ({ state: 'failed', found: 'bad', fix: () => Promise.reject(new Error('no')) }),
        },
      ],
    })

    expect(checks).toMatchObject([{ state: 'failed', fixed: 'check failed: no' }])
  })

  it('works without a home, a project, an emulator and a keychain', async () => {
    const { exit, stdout, ms } = await runDoctor({ PATH: '', HOME: '/proc/nowhere' }, ['--json'])

    const { counts, checks } = JSON.parse(stdout) as {
      counts: { failed: number }
      checks: { id: string; state: string }[]
    }
    expect(exit).toBe(11)
    expect(checks.filter(({ state }) => state === 'failed').map(({ id }) => id)).toEqual(
      expect.arrayContaining(['state-folder']),
    )
    expect(counts.failed).toBeLessThan(4)
    expect(ms).toBeLessThan(atThisLoad(60_000))
  })
})

describe.skipIf(isMissing('keychain'))(needing('keychain', 'OS keychain'), () => {
  it('a keychain that never responds is reported within seconds (P20)', async () => {
    const desktop = await openDesktop()
    await desktop.ownSilently('org.freedesktop.secrets')

    const { stdout, ms } = await runDoctor(
      { PATH: process.env['PATH'] ?? '', ...desktop.env, SVCAPP_CREDENTIALS: 'keychain' },
      ['--json'],
    )

    const { checks } = JSON.parse(stdout) as { checks: { id: string }[] }
    // On a busy machine the whole check is given up before the keychain's own three seconds are over.
    expect(checks.find(({ id }) => id === 'credentials')).toMatchObject({
      state: 'failed',
      found: expect.stringMatching(/timed out|no result within/),
    })
    expect(ms).toBeLessThan(atThisLoad(60_000))
  })
})
