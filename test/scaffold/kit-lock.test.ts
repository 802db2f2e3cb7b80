import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import { kitPackage } from '../../src/scaffold/kit-package.ts'
import { scaffold } from '../../src/scaffold/scaffold.ts'
import { makeContext } from '../support/context.ts'
import { plainApp } from '../support/dev/scaffolded.ts'

const packageRoot = join(import.meta.dirname, '../..')

it('the lock file of a new app has the fields of the kit, so that npm installs its command svcapp-kit', () => {
  const { cwd } = makeContext()
  const { dir } = scaffold({ packageRoot, cwd, systemNodeTooOld: false }, plainApp)
  const { path, version, integrity } = kitPackage(packageRoot)
  const packed = execFileSync('tar', ['-xzOf', join(dir, path), 'package/package.json'], { encoding: 'utf8' })
  const { license, bin, engines, peerDependencies, peerDependenciesMeta } = JSON.parse(packed)

  const lock = JSON.parse(readFileSync(join(dir, 'package-lock.json'), 'utf8'))

  expect(bin).toEqual({ 'svcapp-kit': './bin.js' })
  expect(lock.packages['node_modules/svcapp-kit']).toEqual({
    version,
    resolved: `file:${path}`,
    integrity,
    license,
    // npm leaves out the dot.
    bin: { 'svcapp-kit': 'bin.js' },
    engines,
    peerDependencies,
    peerDependenciesMeta,
  })
})
