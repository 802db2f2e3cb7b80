import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import { program } from '../support/program.ts'

/** A user may mount a disk that nobody else sees on most Linux systems, not in every container. */
const mayMount =
  spawnSync('unshare', ['--map-root-user', '--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0

const src = join(import.meta.dirname, '../../src')

const toml = `key = "app.acme.loyalty"
name = "Loyalty"
redirect_uris = ["http://127.0.0.1:3000/auth/callback"]
[scopes]
required = ["orders.read"]
[targets.live]
base_url = "http://127.0.0.1:9"
admin_url = "http://127.0.0.1:9"
client_id = "cli_x"
`

/** In a namespace of its own: makes the state, fills the disk to the last byte, runs the commands, and prints how each ended. */
const script = `
  import { spawnSync } from 'node:child_process'
  import { appendFileSync } from 'node:fs'
  import { appendDelivery } from ${JSON.stringify(join(src, 'journal/deliveries.ts'))}
  import { openJournal } from ${JSON.stringify(join(src, 'journal/journal.ts'))}
  import { createLimiter } from ${JSON.stringify(join(src, 'client/limiter.ts'))}
  import { withInstalls } from ${JSON.stringify(join(src, 'project/installs.ts'))}
  import { statePaths } from ${JSON.stringify(join(src, 'project/paths.ts'))}
  const home = process.env.SVCAPP_HOME
  const paths = statePaths({ env: {}, dataDir: home })
  const at = new Date()
  const journal = openJournal({ path: paths.journalDb, appKey: 'app.acme.loyalty' })
  appendDelivery(journal, { receivedAt: at, eventId: 'e-1', topic: 'order.created', storeId: '1001', regionId: null,
    timestamp: 1, signature: 'a'.repeat(64), headers: {}, body: Buffer.from('{}') })
  journal.close()
  const install = { identity: 'http://127.0.0.1:9', appKey: 'app.acme.loyalty', storeId: 1001, regionId: 1, storeCode: 'demo', storeName: 'Demo',
    storeDomain: 'demo.example', installScope: 'region', scopes: ['orders.read'], regions: [], installedAt: at.toISOString() }
  withInstalls(paths, (installs) => installs.put(install))
  const limiter = createLimiter({ path: paths.limiterDb, now: () => at, sleep: async () => {} })
  await limiter.acquire({ key: 'k', perMinute: 600 })
  limiter.close()
  for (const size of [4096, 1]) try { for (;;) appendFileSync(home + '/fill', Buffer.alloc(size)) } catch {}
  const ends = JSON.parse(process.env.COMMANDS).map((argv) => {
    const { status, stdout } = spawnSync(process.execPath, [process.env.PROGRAM, ...argv, '--json'], { encoding: 'utf8' })
    return [status, stdout]
  })
  console.log(JSON.stringify(ends))`

it.runIf(mayMount)(
  'on a full disk, read-only commands work, and a call that cannot be counted is rejected with the reason (P17)',
  () => {
    const root = mkdtempSync(join(tmpdir(), 'svcapp-full-'))
    onTestFinished(() => rmSync(root, { recursive: true, force: true }))
    writeFileSync(join(root, 'app.toml'), toml)
    const home = mkdtempSync(join(tmpdir(), 'svcapp-full-home-'))
    onTestFinished(() => rmSync(home, { recursive: true, force: true }))
    const commands = [
      ['webhook', 'list'],
      ['webhook', 'show'],
      ['token', 'list'],
      ['scopes', 'audit'],
      ['call', 'orders', 'list', '--target', 'live'],
      ['webhook', 'drop', '1'],
    ]

    const { stdout, stderr } = spawnSync(
      'unshare',
      [
        '--map-root-user',
        '--mount',
        'sh',
        '-c',
        'mount -t tmpfs -o size=2m,mode=0700 tmpfs "$0" && exec "$@"',
        home,
      ].concat([process.execPath, '--input-type=module', '-e', script]),
      {
        cwd: root,
        encoding: 'utf8',
        env: {
          ...process.env,
          HOME: root,
          SVCAPP_HOME: home,
          SVCAPP_TOKEN: `svcapp_1001_1_${'c'.repeat(40)}`,
          SVCAPP_TRUST_ORIGIN: 'http://127.0.0.1:9',
          PROGRAM: program,
          COMMANDS: JSON.stringify(commands),
        },
      },
    )

    const ends = JSON.parse(stdout || '[]') as [number, string][]
    const full = { error: { code: 'storage.unwritable', message: expect.stringContaining('the disk is full') } }
    expect(
      ends.map(([status]) => status),
      stderr + stdout,
    ).toEqual([0, 0, 0, 0, 3, 3])
    expect(ends.map(([, document]) => JSON.parse(document) as unknown)).toMatchObject([
      { deliveries: [{ eventId: 'e-1' }] },
      { eventId: 'e-1' },
      {},
      { calls: 0 },
      full,
      full,
    ])
  },
)
