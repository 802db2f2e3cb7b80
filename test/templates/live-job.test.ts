import { execFile } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

import { describe, expect, it, onTestFinished } from 'vitest'

import { scaffold } from '../../src/scaffold/scaffold.ts'
import { plainApp } from '../support/dev/scaffolded.ts'
import { liveTable } from '../support/live/counting-live.ts'
import { makeStandIn } from '../support/live/stand-in.ts'
import { packageDir, program } from '../support/program.ts'

type Settings = Readonly<Record<string, string>>

/** The commands of the job for live and their variables, read from the file of the CI service. `settings` are those of the repository. */
type ReadJob = (file: string, settings: Settings) => { readonly script: string; readonly env: Settings }

const onGitHub: ReadJob = (file, settings) => {
  const [, script = '', variables = ''] = /- run: (npx .*)\n {8}env:\n((?: {10}.*\n)+)/.exec(file) ?? []
  const found = variables.matchAll(/(\w+): (?:\$\{\{ (?:vars|secrets)\.(\w+) \}\}|(\w+))\n/g)
  const env = Object.fromEntries(
    [...found].map(([, name = '', from = '', text]) => [name, text ?? settings[from] ?? '']),
  )
  return { script, env }
}

const onGitLab: ReadJob = (file, settings) => {
  const job = file.split(/^live:\n/m)[1] ?? ''
  const own = [...job.matchAll(/^ {4}(\w+): (\w+)$/gm)].map(([, name = '', text = '']) => [name, text])
  const script = [...job.matchAll(/^ {4}- (npx .*)$/gm)].map(([, line]) => line).join('\n')
  return { script, env: { ...settings, ...(Object.fromEntries(own) as Settings) } }
}

const services: readonly (readonly [string, ReadJob])[] = [
  ['.github/workflows/live.yml', onGitHub],
  ['.gitlab-ci.yml', onGitLab],
]
/** A new app whose app.toml specifies the stand-in of the live platform, and a CI machine: empty home, no terminal. */
async function makeJob() {
  const live = await makeStandIn({ registration: { requested_scopes: ['orders.read', 'orders.costs.write'] } })
  const developer = await live.makeDeveloper()
  await developer.install()
  const [row] = (await developer.credentials.list()).filter(({ kind }) => kind === 'token')
  if (row === undefined) throw new Error('No token')
  const { appKey } = live.app
  const key = { ...row, identity: live.origins.api, appKey, storeId: row.storeId ?? 0 }
  const token = (await developer.credentials.get(key)) ?? ''

  const home = mkdtempSync(join(tmpdir(), 'svcapp-job-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const tools = { packageRoot: packageDir, cwd: home, systemNodeTooOld: false }
  const { dir } = scaffold(tools, { ...plainApp, key: appKey, extras: ['ci'] })
  appendFileSync(join(dir, 'app.toml'), liveTable(live.origins, live.app.secrets.client_id))
  const bin = join(home, 'bin')
  mkdirSync(bin)
  // The registry is no part of this: npx runs the package that was built for the tests.
  const npx = `#!/bin/sh\n[ "$1 $2" = "--yes svcapp" ] || exit 99\nshift 2\nexec "${process.execPath}" "${program}" "$@"\n`
  writeFileSync(join(bin, 'npx'), npx, { mode: 0o755 })
  writeFileSync(join(bin, 'app'), '#!/bin/sh\nexec npx --yes svcapp "$@"\n', { mode: 0o755 })

  const known = { SVCAPP_TRUST_ORIGIN: live.origins.api, SVCAPP_TOKEN: token }
  const sh = (script: string, env: Settings) => {
    const PATH = [bin, process.env['PATH']].join(delimiter)
    const { NODE_EXTRA_CA_CERTS, NODE_OPTIONS } = live.env
    const machine = { PATH, HOME: home, CI: 'true', NODE_EXTRA_CA_CERTS, NODE_OPTIONS }
    return new Promise<{ exit: number; stdout: string; stderr: string }>((resolve) => {
      execFile('bash', ['-ec', script], { cwd: dir, env: { ...machine, ...env } }, (error, stdout, stderr) =>
        resolve({ exit: Number(error?.code ?? 0), stdout, stderr }),
      )
    })
  }
  const run = (path: string, read: ReadJob, settings: Settings = {}) => {
    const { script, env } = read(readFileSync(join(dir, path), 'utf8'), { ...known, ...settings })
    return sh(script, env)
  }
  live.seen.length = 0
  return { live, token, known, run, sh }
}

describe('the CI job for live in a new app', () => {
  it.each(services)('shows the permissions of the token with two settings, %s', async (path, read) => {
    const { live, token, run } = await makeJob()

    const { exit, stdout, stderr } = await run(path, read)

    expect([exit, stderr]).toEqual([0, ''])
    expect(stdout).toContain('orders.read')
    expect(new Set(live.seen.map(({ method, target }) => `${method} ${target}`))).toEqual(
      new Set(['GET /api/apps/v1/context']),
    )
    expect(stdout).not.toContain(token)
  })

  it.each(services)('fails if a setting is missing or the token was revoked, %s', async (path, read) => {
    const { live, run } = await makeJob()

    const untrusted = await run(path, read, { SVCAPP_TRUST_ORIGIN: '' })
    const without = await run(path, read, { SVCAPP_TOKEN: '' })
    const sent = live.arrived()
    const revoked = await run(path, read, { SVCAPP_TOKEN: `svcapp_1_1_${'0'.repeat(64)}` })

    expect([untrusted.exit, without.exit, sent, revoked.exit]).toEqual([3, 4, 0, 4])
    expect(untrusted.stderr).toContain(`SVCAPP_TRUST_ORIGIN=${live.origins.api}`)
    for (const { stderr } of [without, revoked]) expect(stderr).toContain('SVCAPP_TOKEN')
  })
})

/** The rows of docs/guide/production.md on a token: the command, and what it needs besides SVCAPP_TRUST_ORIGIN and SVCAPP_TOKEN. */
const documented = [
  ...readFileSync(join(import.meta.dirname, '../../docs/guide/production.md'), 'utf8').matchAll(
    /^\| [a-z ]+ \| `(app .*)` \| required \| `SVCAPP_TOKEN` \| (required)? ?\| (required)? ?\|$/gm,
  ),
].map(([, command = '', level]) => ({ command, isWrite: level !== undefined }))

describe('docs/guide/production.md', () => {
  it('lists everything that a command needs, and nothing more', async () => {
    const { live, known, sh } = await makeJob()

    const ends: (readonly [string, ...boolean[]])[] = []
    for (const { command, isWrite } of documented) {
      const env = { ...known, ...(isWrite && { SVCAPP_LIVE: 'write' }) }
      const reaches = async (line: string, given: Settings) => {
        live.seen.length = 0
        const { exit } = await sh(line, given)
        // The stand-in has no order 41: a write that it responds to was sent.
        return isWrite ? live.writes() === 1 : exit === 0
      }
      const less: boolean[] = []
      for (const name of Object.keys(env)) less.push(await reaches(command, { ...env, [name]: '' }))
      ends.push([command, await reaches(command, env), less.includes(true)])
      if (isWrite) ends.push(['without --yes', await reaches(command.replace(' --yes', ''), env), false])
    }

    expect(ends).toEqual([
      ['app context --target live', true, false],
      ['app call orders list --target live', true, false],
      ['app call order-costs delete 41 fee-1 --target live --yes', true, false],
      ['without --yes', false, false],
    ])
  })
})
