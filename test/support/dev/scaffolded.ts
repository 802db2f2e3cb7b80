import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { onTestFinished } from 'vitest'

import { moveAppPort } from '../../../scripts/demo/move-app-port.ts'
import { scaffold, type ScaffoldInput } from '../../../src/scaffold/scaffold.ts'
import { templates, type TemplateName } from '../../../src/scaffold/templates.ts'
import { freePort } from '../processes/free-port.ts'
import type { RunFolder } from '../run-cli.ts'

const packageRoot = join(import.meta.dirname, '../../..')

/** Default input of `app init`. */
export const plainApp: ScaffoldInput = {
  key: 'app.acme.loyalty',
  name: 'Loyalty',
  template: 'node',
  installScope: 'region',
  countries: [],
  scopes: ['orders.read'],
  optionalScopes: [],
}

/** Links the packages of an app with the kit: the kit from its own tarball, and the others from this repository. */
export function linkKit(dir: string): void {
  const kit = join(dir, 'node_modules/svcapp-kit')
  mkdirSync(kit, { recursive: true })
  const [tarball = ''] = globSync('vendor/*.tgz', { cwd: dir })
  execFileSync('tar', ['-xzf', join(dir, tarball), '-C', kit, '--strip-components=1'])
  for (const name of ['@types', '@typescript', 'typescript', 'undici-types', 'pg', 'pg-boss']) {
    symlinkSync(join(packageRoot, 'node_modules', name), join(dir, 'node_modules', name), 'junction')
  }
  mkdirSync(join(dir, 'node_modules/.bin'))
  symlinkSync('../typescript/bin/tsc', join(dir, 'node_modules/.bin/tsc'))
}

/** Creates a template's app in `cwd` with this repository's packages: the same versions, nothing to download. Returns its folder. */
export function scaffoldWithPackages(cwd: string, template: TemplateName = 'node'): string {
  const { scopes } = templates[template]
  const { dir } = scaffold({ packageRoot, cwd, systemNodeTooOld: false }, { ...plainApp, template, scopes })
  linkKit(dir)
  return dir
}

/** Creates an app with a separate state folder and port, because other tests run apps on the usual port at the same time. */
export async function makeScaffolded(): Promise<RunFolder> {
  const root = mkdtempSync(join(tmpdir(), 'svcapp-scaffolded-'))
  const ends: (() => void)[] = []
  onTestFinished(() => {
    for (const end of ends) end()
    rmSync(root, { recursive: true, force: true, maxRetries: 5 })
  })
  const dir = scaffoldWithPackages(root)
  await moveAppPort(dir, await freePort())
  const env = { PATH: process.env['PATH'] ?? '', HOME: root, SVCAPP_HOME: join(root, 'state'), SVCAPP_CREDENTIALS: '' }
  return { dir, env, atEnd: (work) => void ends.push(work) }
}
