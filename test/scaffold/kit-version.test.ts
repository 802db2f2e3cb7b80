import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import Check from '../../src/commands/check.ts'
import Dev from '../../src/commands/dev/index.ts'
import { kitVersion } from '../../src/scaffold/kit-version.ts'
import { scaffold } from '../../src/scaffold/scaffold.ts'
import { templateVersion } from '../../src/scaffold/template-mark.ts'
import { kit as doctorCheck } from '../../src/tasks/doctor/project/kit.ts'
import { runCommand } from '../support/command/command.ts'
import { makeContext } from '../support/context.ts'
import { plainApp } from '../support/dev/scaffolded.ts'
import { runCheck } from '../tasks/doctor/support.ts'

const packageRoot = join(import.meta.dirname, '../..')
const own = templateVersion(packageRoot)

/** A new app that names this kit, and may have one installed. */
function appWith(declared: string, installed: string | null = null) {
  const { cwd } = makeContext()
  const { dir } = scaffold({ packageRoot, cwd, systemNodeTooOld: false }, plainApp)
  const file = join(dir, 'package.json')
  writeFileSync(file, readFileSync(file, 'utf8').replace(/"svcapp-kit": "[^"]*"/, `"svcapp-kit": "${declared}"`))
  if (installed !== null) {
    mkdirSync(join(dir, 'node_modules/svcapp-kit'), { recursive: true })
    writeFileSync(join(dir, 'node_modules/svcapp-kit/package.json'), JSON.stringify({ version: installed }))
  }
  return makeContext({ cwd: dir, packageRoot })
}

const troubleOf = ({ cwd }: ReturnType<typeof appWith>) => kitVersion({ dir: cwd, packageRoot, env: {} })?.trouble

it('reports no problem in a new app, before and after its packages are installed', () => {
  expect(troubleOf(appWith(`file:vendor/svcapp-kit-${own}.tgz`))).toBe(null)
  expect(troubleOf(appWith(`^${own}`, own))).toBe(null)
})

it.each([
  ['an older kit', 'file:vendor/svcapp-kit-0.0.9.tgz', null, 'app upgrade'],
  ['an older kit of a registry', '^0.0.9', '0.0.9', 'app upgrade'],
  ['a newer kit', 'file:vendor/svcapp-kit-99.0.0.tgz', '99.0.0', 'npm install --global svcapp'],
  ['a kit that is not installed yet', `file:vendor/svcapp-kit-${own}.tgz`, '0.0.9', 'npm install'],
])('suggests the command that fixes %s', (_, declared, installed, remedy) => {
  expect(troubleOf(appWith(declared, installed))).toMatchObject({ remedy })
})

it('reports nothing for an app without the kit', () => {
  expect(kitVersion({ dir: makeContext().cwd, packageRoot, env: {} })).toBe(null)
})

it('shows an older kit in app doctor, and in one line in app dev and app check', async () => {
  const context = appWith('file:vendor/svcapp-kit-0.0.9.tgz')
  const line = `The app uses svcapp-kit 0.0.9, but ${own} is available.`

  const check = await runCheck(context, doctorCheck)
  // Both go no further, because the command of the app was not allowed.
  const runs = [await runCommand(Check, [], context), await runCommand(Dev, [], context)]

  expect(check).toMatchObject({ state: 'warning', found: line, remedy: '`app upgrade`' })
  expect(runs.map(({ error }) => error?.code)).toEqual(['dev.untrusted', 'dev.untrusted'])
  for (const { stderr } of runs) expect(stderr.replaceAll(/\s+/g, ' ')).toContain(`${line} Run: app upgrade`)
})
