import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import { kitPackage } from '../../../src/scaffold/kit-package.ts'
import { scaffold } from '../../../src/scaffold/scaffold.ts'
import { applyUpgrade } from '../../../src/scaffold/upgrade/apply-upgrade.ts'
import { planUpgrade } from '../../../src/scaffold/upgrade/plan-upgrade.ts'
import { plainApp } from '../../support/dev/scaffolded.ts'

const packageRoot = join(import.meta.dirname, '../../..')
const kit = kitPackage(packageRoot)

/** An app whose kit says that it is another version. */
function appWithKit(version: string): string {
  const cwd = mkdtempSync(join(tmpdir(), 'svcapp-kit-upgrade-'))
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }))
  const { dir } = scaffold({ packageRoot, cwd, systemNodeTooOld: false }, plainApp)
  renameSync(join(dir, kit.path), join(dir, `vendor/svcapp-kit-${version}.tgz`))
  for (const name of ['package.json', 'package-lock.json']) {
    const text = readFileSync(join(dir, name), 'utf8')
    const changed = text.replaceAll(`svcapp-kit-${kit.version}`, `svcapp-kit-${version}`)
    writeFileSync(join(dir, name), changed.replace(`"kit": "${kit.version}"`, `"kit": "${version}"`))
  }
  writeFileSync(join(dir, 'src/panel.ts'), '// Mine.\n')
  return dir
}

const plan = (dir: string) => planUpgrade({ env: process.env, packageRoot }, { dir, chosen: plainApp })

it('replaces the kit and leaves the files of the app unchanged', async () => {
  const dir = appWithKit('0.0.9')

  applyUpgrade(dir, await plan(dir))

  const lock = readFileSync(join(dir, 'package-lock.json'), 'utf8')
  expect(existsSync(join(dir, 'vendor/svcapp-kit-0.0.9.tgz'))).toBe(false)
  expect(readFileSync(join(dir, kit.path)).equals(kit.bytes)).toBe(true)
  expect(readFileSync(join(dir, 'package.json'), 'utf8')).toContain(`file:${kit.path}`)
  expect(lock).toContain(kit.integrity)
  expect(`${lock}${readFileSync(join(dir, 'package.json'), 'utf8')}`).not.toContain('0.0.9')
  expect(readFileSync(join(dir, 'src/panel.ts'), 'utf8')).toBe('// Mine.\n')
  expect(await plan(dir)).toMatchObject({ upToDate: true, changes: [] })
})

it('reads a package.json and a lock file with a byte order mark', async () => {
  const dir = appWithKit('0.0.9')
  for (const name of ['package.json', 'package-lock.json']) {
    writeFileSync(join(dir, name), `\ufeff${readFileSync(join(dir, name), 'utf8')}`)
  }

  applyUpgrade(dir, await plan(dir))

  expect(readFileSync(join(dir, 'package.json'), 'utf8')).toContain(`file:${kit.path}`)
  expect(readFileSync(join(dir, 'package-lock.json'), 'utf8')).toContain(kit.integrity)
})

it.each(['file:', 'file:./'])(
  'replaces the kit of an app without a template, whose dependency is %s',
  async (prefix) => {
    const dir = appWithKit('0.0.9')
    const file = join(dir, 'package.json')
    const { svcapp: _svcapp, ...manifest } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
    const text = JSON.stringify(manifest, null, 2).replaceAll('file:', prefix)
    writeFileSync(file, text)

    const planned = await plan(dir)
    applyUpgrade(dir, planned)

    expect(planned).toMatchObject({ template: null, from: '0.0.9', to: kit.version })
    expect(readFileSync(file, 'utf8')).toBe(text.replaceAll('0.0.9', kit.version))
    expect(readFileSync(join(dir, kit.path)).equals(kit.bytes)).toBe(true)
    expect(await plan(dir)).toMatchObject({ upToDate: true })
  },
)

it('rejects a kit that is newer than the CLI', async () => {
  await expect(plan(appWithKit('99.0.0'))).rejects.toMatchObject({ code: 'upgrade.tool-older' })
})
