import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { linkKit } from '../support/dev/scaffolded.ts'
import { makeMachine, type Machine, type RunOptions } from './support/machine.ts'
import { startPlatform, type OpenProject, type Platform } from './support/platform.ts'

/** For the live target: none of these may show up anywhere. */
const canaries = {
  SVCAPP_CLIENT_SECRET: `cs_${'ca11ab1e'.repeat(8)}`,
  SVCAPP_SIGNING_SECRET: 'deadfa11'.repeat(8),
  SVCAPP_TOKEN: `svcapp_1001_1_${'0ddba11e'.repeat(8)}`,
  SVCAPP_PASSPHRASE: 'canary-passphrase-4711-xyzzy',
}
/** Given in the wrong places: as arguments of ours, and in app.toml. */
const misplaced = { flag: `cs_${'f1a6f1a6'.repeat(8)}`, toml: `cs_${'70317031'.repeat(8)}` }

/** Where secrets may be: SECURITY.md, and the key that opens what the emulator has sealed. */
const allowed = new Set(['emulator-secrets.json', 'credentials.json', 'sealing.key'])

const debug = { DEBUG: '*', NODE_DEBUG: 'http,http2,net,tls,fetch,undici,module,child_process' }

let umask: number
let machine: Machine
let platform: Platform
let project: OpenProject
let planted: Map<string, string>
let commandLines: ReadonlySet<string>
/** Runs that print a secret because they were asked to. */
const revealing = new Set<string>()

beforeAll(async () => {
  // The worst that a person may have set: whatever is made is open to everybody unless it is made closed.
  umask = process.umask(0)
  machine = makeMachine()
  const stopSampling = sampleCommandLines(machine.dir)
  platform = await startPlatform(machine)
  project = await platform.openProject({ byPrograms: true })
  linkKit(project.dir)
  revealing.add('register --reveal --json')
  await project.ok(['install', '--approve'])
  const env = await reveal('env')
  const { token } = (await reveal('token', 'show')) as { token: string }
  planted = new Map([
    ['client secret', project.secrets.client_secret],
    ['signing secret', project.secrets.webhook_signing_secret],
    ['token key', String(env['SVCAPP_TOKEN_KEY'])],
    ['token', token],
    ['end of the token', token.slice(-64)],
    ...Object.entries(canaries),
    ['misplaced in app.toml', misplaced.toml],
    ['misplaced as a flag', misplaced.flag],
  ])
  await workThroughIt()
  commandLines = stopSampling()
  // Each install has made another token; what is kept now counts as well.
  const kept = read(join(machine.home, 'emulator-secrets.json')).toString('utf8')
  for (const [at, secret] of (kept.match(/(?:cs|svcapp)_\w{30,}|[0-9a-f]{64}/g) ?? []).entries())
    planted.set(`kept ${at}`, secret)
})

afterAll(async () => {
  process.umask(umask)
  await machine.close()
})

async function reveal(...argv: string[]): Promise<Record<string, unknown>> {
  revealing.add([...argv, '--reveal', '--json'].join(' '))
  return project.ok([...argv, '--reveal'])
}

/** A day's commands, good and failing, in words and in JSON, with all diagnostics on. */
async function workThroughIt(): Promise<void> {
  const live = { ...canaries, ...debug, SVCAPP_TRUST_ORIGIN: platform.urls.api }
  const runs: [string, RunOptions['env']?][] = [
    ...['', ' --json'].flatMap((json): [string, RunOptions['env']?][] => [
      [`register${json}`, debug],
      [`env${json}`, debug],
      [`token list${json}`, debug],
      [`token show${json}`, debug],
      [`context${json}`, debug],
      [`call orders list --region tr${json}`, debug],
      [`call orders list --region xx${json}`, debug],
      [`call products list${json}`, debug],
      [`call raw GET /orders${json}`, { DEBUG: 'oclif*', NODE_DEBUG: 'http,net' }],
      [`call raw GET /../oauth/token${json}`, debug],
      [`install --approve${json}`, debug],
      [`webhook trigger order.created${json}`, debug],
      [`emulator order place --region tr${json}`, debug],
      [`emulator deliveries${json}`, debug],
      [`emulator status${json}`, debug],
      [`nonsense${json}`, { DEBUG: 'oclif*' }],
      [`webhook trigger order.created --print-curl${json}`, debug],
    ]),
    ['install --timeout 1', { ...debug, NODE_OPTIONS: '--report-on-signal --report-uncaught-exception' }],
  ]
  await twoAtATime(runs, async ([line, env = {}]) => project.run(line.split(' '), { env }))
  // Alone: its app takes the port on which an install waits.
  await project.run('dev --once --approve --yes --json --port 0 --outbound-port 0'.split(' '), { env: debug })
  const { toml } = project
  project.edit((text) => `${text}\nclient_secret = "${misplaced.toml}"\n`)
  await project.run(['register', '--json'], { env: debug })
  await project.run(['register'], { env: debug })
  const target = `base_url = "${platform.urls.api}"\nadmin_url = "${platform.urls.admin}"\nclient_id = "cli_0123"`
  project.edit(() => `${toml}\n[targets.live]\n${target}\n`)
  for (const line of [
    'context',
    'call orders list --store 1001',
    'token list',
    'env',
    'register',
    'install --timeout 1',
    'install --paste',
  ])
    for (const json of ['', ' --json']) await project.run(`${line} --target live${json}`.split(' '), { env: live })
  project.edit(() => toml)
}

async function twoAtATime<T>(list: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> {
  const queue = [...list]
  const worker = async () => {
    for (let one = queue.shift(); one !== undefined; one = queue.shift()) await work(one)
  }
  await Promise.all([worker(), worker()])
}

/** Reads the arguments of every process of ours, again and again, as any user of the machine could. */
function sampleCommandLines(mark: string): () => ReadonlySet<string> {
  const seen = new Set<string>()
  const looks = new Map<string, number>()
  const look = () => {
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      // A process has its own arguments from its first moments on, and keeps them.
      const times = looks.get(pid) ?? 0
      if (times === 10) continue
      looks.set(pid, times + 1)
      const line = read(`/proc/${pid}/cmdline`).toString('utf8')
      // Programs of other tests have other folders.
      if (line.includes(mark) || read(`/proc/${pid}/environ`).includes(mark)) seen.add(line)
    }
  }
  const timer = setInterval(look, 15)
  return () => {
    clearInterval(timer)
    return seen
  }
}

function read(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch {
    // Ended or removed meanwhile.
    return Buffer.alloc(0)
  }
}

/** Links are not followed: the packages of the project are those of this repository. */
function filesBelow(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    const path = join(dir, entry.name)
    if (entry.isDirectory()) return filesBelow(path)
    return entry.isFile() ? [path] : []
  })
}

/** Names of the planted secrets in `bytes`. */
function found(bytes: Buffer): string[] {
  return [...planted].filter(([, secret]) => bytes.includes(secret)).map(([name]) => name)
}

describe('secrets, after a full run', () => {
  it('the search finds every secret in its expected location', () => {
    const kept = read(join(machine.home, 'emulator-secrets.json'))
    const shown = machine.runs.filter(({ argv }) => revealing.has(argv.join(' '))).map(({ stdout }) => stdout)

    expect(found(kept)).toEqual(expect.arrayContaining(['client secret', 'signing secret', 'token key']))
    expect(found(Buffer.from(shown.join('')))).toEqual(expect.arrayContaining(['client secret', 'token']))
    expect(machine.runs.length).toBeGreaterThan(45)
    expect(commandLines.size).toBeGreaterThan(10)
    const ends = (line: string) =>
      machine.runs.filter(({ argv }) => argv.join(' ').startsWith(line)).map(({ exit }) => exit)
    expect(ends('dev --once')).toEqual([0])
    // The canary token did go out, and was refused.
    expect(ends('context --target live')).toEqual([4, 4])
  })

  it('no command prints a secret, with any value of DEBUG and NODE_DEBUG (GEN-003 T35 R12)', () => {
    const leaks = machine.runs
      .filter(({ argv }) => !revealing.has(argv.join(' ')))
      .flatMap(({ argv, stdout, stderr }) =>
        found(Buffer.from(stdout + stderr)).map((name) => `${name}: app ${argv.join(' ')}`),
      )

    expect(leaks).toEqual([])
  })

  it('no file of the state folder contains a secret, including the bytes of databases and their logs (GEN-003 T35)', () => {
    const files = filesBelow(machine.home).filter((file) => !allowed.has(basename(file)))

    expect(files.some((file) => file.endsWith('-wal'))).toBe(true)
    expect(files.flatMap((file) => found(read(file)).map((name) => `${name}: ${file}`))).toEqual([])
  })

  it('the project folder and its reports and logs contain no secret (GEN-003)', () => {
    const files = filesBelow(join(machine.dir, 'work'))

    expect(files.length).toBeGreaterThan(20)
    expect(files.flatMap((file) => found(read(file)).map((name) => `${name}: ${file}`))).toEqual([])
    expect(files.filter((file) => /report\..*\.json$|\.log$|\.heapsnapshot$/.test(file))).toEqual([])
  })

  it('no process has a secret in its arguments (T18)', () => {
    const leaks = [...commandLines].filter(
      (line) => found(Buffer.from(line)).length > 0 || /cs_[0-9a-f]{8}|svcapp_\d/.test(line),
    )

    expect(leaks).toEqual([])
  })

  it('no other user can read a file or folder of the state, under umask 000 (T17)', () => {
    const paths = [
      machine.home,
      ...readdirSync(machine.home, { recursive: true }).map((name) => join(machine.home, String(name))),
    ]

    expect(paths.filter((path) => (statSync(path).mode & 0o077) !== 0)).toEqual([])
  })

  it('does not repeat a secret passed as a flag by mistake (T35)', async () => {
    for (const flags of [
      ['--client-secret', misplaced.flag],
      ['--client-id', misplaced.flag, '--target', 'live'],
      [misplaced.flag],
    ]) {
      for (const more of [[], ['--json']]) {
        const run = await project.run(['register', ...flags, ...more], { env: { DEBUG: '*' } })
        expect(run.exit, flags.join(' ')).toBeGreaterThan(0)
        expect(run.stdout + run.stderr).not.toContain(misplaced.flag)
      }
    }
    expect(project.toml).not.toContain(misplaced.flag)
  })

  it('the emulator printed only its one line and a notice, and no secret (T35)', () => {
    expect(platform.output()).toContain('"event":"ready"')
    expect(found(Buffer.from(platform.output()))).toEqual([])
  })
})
