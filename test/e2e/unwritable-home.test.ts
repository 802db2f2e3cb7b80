import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import { program } from '../support/program.ts'
import { token } from './support/live.ts'
import { pretend } from './support/pretend.ts'

/** Root, or most users, may mount a disk in a separate namespace; not in every container. */
const namespace = process.getuid?.() === 0 ? ['--mount'] : ['--map-root-user', '--mount']
const mount = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"'
const mayMount = spawnSync('unshare', [...namespace, 'sh', '-c', mount, tmpdir(), 'true']).status === 0

const region = { id: 7, code: 'de', countryCode: 'DE', currencyCode: 'EUR', languageCode: 'de', isDefault: true }
const context = {
  success: true,
  appKey: 'app.acme.loyalty',
  store: { id: 1001, code: 'demo' },
  installScope: 'region',
  pinnedRegionId: 7,
  regions: [region],
  scopes: ['orders.read', 'products.read'],
}
const page = { success: true, items: [], page: 1, pageSize: 50, totalCount: 0, totalPages: 0, hasMore: false }

/** A project for a live platform, and the command line with the given home; `around` runs it. */
async function makeProject(home: string, around: readonly string[] = []) {
  const { origin } = await pretend(({ path }) => ({
    status: 200,
    body: JSON.stringify(path.endsWith('/context') ? context : page),
  }))
  const dir = mkdtempSync(join(tmpdir(), 'svcapp-home-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  writeFileSync(
    join(dir, 'app.toml'),
    `key = "app.acme.loyalty"\nname = "Loyalty"\n[scopes]\nrequired = ["orders.read", "products.read"]\n[targets.live]\nbase_url = "${origin}"\nadmin_url = "${origin}/store"\nclient_id = "cli_1"\n`,
  )
  const env = { SVCAPP_HOME: home, SVCAPP_TOKEN: token, SVCAPP_TARGET: 'live', SVCAPP_TRUST_ORIGIN: origin }
  return (argv: readonly string[], more: Record<string, string> = {}) =>
    new Promise<{ status: unknown; stderr: string; stdout: string }>((resolve) => {
      const [file = '', ...args] = [...around, process.execPath, program, ...argv]
      const options = { cwd: dir, env: { PATH: process.env['PATH'], SVCAPP_SYSTEM_NODE: '', ...env, ...more } }
      execFile(file, args, options, (error, stdout, stderr) => resolve({ status: error?.code ?? 0, stdout, stderr }))
    })
}

const reads = [
  ['context'],
  ['call', 'raw', 'GET', '/api/apps/v1/context'],
  ['call', 'orders', 'list'],
  ['call', 'products', 'list'],
  ['scopes'],
  ['token', 'list'],
  ['webhook', 'list'],
  ['live', 'status'],
]

function makeHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'svcapp-home-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  return home
}

it('read-only commands need no home folder, and report in one line that nothing is saved', async () => {
  const file = join(makeHome(), 'file')
  writeFileSync(file, '')
  const home = join(file, 'svcapp')
  const app = await makeProject(home)

  for (const argv of reads) {
    const { status, stderr } = await app(argv)
    const note = `${home} cannot be written, so this command saves no state. Set SVCAPP_HOME to a writable folder.\n`
    expect([argv, status, stderr.replace(/A filter .*\n/, '')]).toEqual([argv, 0, note])
  }
  const dropped = await app(['webhook', 'drop', '1', '--json'])
  expect([dropped.status, JSON.parse(dropped.stdout)]).toMatchObject([3, { error: { code: 'storage.unwritable' } }])
})

it.runIf(mayMount)('commands can read the state of a home folder on a read-only disk', async () => {
  const home = makeHome()
  const first = await makeProject(home)
  await first(['context'])
  await first(['webhook', 'list'])
  const app = await makeProject(home, ['unshare', ...namespace, 'sh', '-c', mount, home])

  for (const argv of reads) {
    const { status, stderr } = await app(argv)
    expect([argv, status, stderr]).toEqual([
      argv,
      0,
      expect.stringMatching(/^\S+ cannot be written, .*\n(?:A filter .*\n)?$/),
    ])
  }
})
