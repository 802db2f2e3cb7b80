import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { isLong } from '../support/machine/long-run.ts'
import { packageDir } from '../support/program.ts'

/** The supported major versions of package.json. */
const versions = ['22', '24', '26']

interface Journal {
  readonly deliveries: readonly { readonly topic: string; readonly lastStatus: number | null }[]
}

let root: string

function install(folder: string, packages: readonly string[]): void {
  const prefix = join(root, folder)
  mkdirSync(prefix)
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', prefix, ...packages]
  execFileSync('npm', args, { cwd: prefix, stdio: ['ignore', 'pipe', 'inherit'] })
}

/** A home whose `node` is that version, where every request of npm fails. */
function makeMachine(version: string) {
  const home = join(root, `home-${version}`)
  mkdirSync(home)
  const folders = [
    join(root, 'runtimes/node_modules', `node-${version}`, 'bin'),
    join(root, 'program/node_modules/.bin'),
    dirname(process.execPath),
    '/usr/bin',
    '/bin',
  ]
  const env = {
    PATH: folders.join(delimiter),
    HOME: home,
    SVCAPP_HOME: join(home, 'state'),
    SVCAPP_CREDENTIALS: '',
    npm_config_offline: 'true',
  }
  const run = (line: string, cwd = join(home, 'loyalty')) => {
    const { status, stdout, stderr } = spawnSync('sh', ['-c', line], { cwd, env, encoding: 'utf8' })
    expect({ line, status, stderr: status === 0 ? '' : stderr + stdout }).toEqual({ line, status: 0, stderr: '' })
    return stdout
  }
  return { home, run, json: (line: string): unknown => JSON.parse(run(line)) }
}

describe.runIf(isLong && process.platform === 'linux')('the packed program', () => {
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'svcapp-versions-'))
    const packed = execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', root], {
      cwd: packageDir,
      encoding: 'utf8',
    })
    const nodes = versions.map((version) => `node-${version}@npm:node-linux-${process.arch}@${version}`)
    // Separate folders: npm puts the programs of every node_modules above an app before PATH.
    install('runtimes', nodes)
    install('program', [join(root, packed.trim())])
  })
  afterAll(() => rmSync(root, { recursive: true, force: true, maxRetries: 5 }))

  it.each(versions)('completes the main flow on Node %s without network and install scripts', async (version) => {
    const { home, run, json } = makeMachine(version)

    expect(run('node --version', home)).toMatch(new RegExp(`^v${version}\\.`))
    run('app init app.acme.loyalty --yes --no-git', home)
    run('npm test')
    run('app dev --background --approve --yes')
    try {
      run('app emulator order place --region tr --paid')
      const newest = () => (json('app webhook list --limit 1 --json') as Journal).deliveries[0]
      await expect.poll(newest).toMatchObject({ topic: 'order.paid', lastStatus: 200 })
      const paid = json('app call orders list --region tr --status paid --json')
      expect(paid).toHaveProperty('items.0.status', 'paid')
    } finally {
      run('app dev stop')
    }
    expect(json('app check --yes --json --timeout 600')).toMatchObject({ findings: [], complete: true })
  })
})
