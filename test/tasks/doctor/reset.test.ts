import { expect, it } from 'vitest'

import Install from '../../../src/commands/install.ts'
import Register from '../../../src/commands/register.ts'
import TokenDelete from '../../../src/commands/token/delete.ts'
import { lockProject } from '../../../src/dev/lock.ts'
import { runCommand } from '../../support/command/command.ts'
import { regionOf } from '../../support/emulator.ts'
import { makeInstalledPlatform } from '../../support/platform.ts'
import { diagnose } from './support.ts'

const ids = ['registration', 'installs', 'token']

/** An app in two stores, of an emulator that was reset since; what `app doctor` says of its platform, and what `app dev` does at its begin. */
async function makeReset() {
  const platform = await makeInstalledPlatform()
  const { made, app, context, paths, cwd } = platform
  const { appKey } = app
  const install = (...argv: string[]) => runCommand(Install, ['--approve', ...argv], context())
  await made.openStore({ name: 'Second', appKey })
  await install('--store', 'second', '--region', 'de')
  await made.control('POST', '/reset')
  const doctor = async () => {
    const { of } = await diagnose(context())
    return { states: ids.map((id) => of(id).state), remedies: ids.map((id) => of(id).remedy ?? null) }
  }
  const begin = async () => {
    await runCommand(Register, [], context())
    await made.openStore({ appKey })
  }
  const lock = () => lockProject({ paths, dir: cwd, pid: process.pid })
  return { ...platform, doctor, begin, lock, install }
}

it('after a reset during `app dev` every fix restarts it, and the checks pass once the other installs are deleted', async () => {
  const { doctor, begin, lock, install, context } = await makeReset()
  const session = lock()
  const before = await doctor()
  session.release()
  await begin()

  const again = await doctor()
  await install()
  const installed = await doctor()
  const forgotten = await runCommand(TokenDelete, ['--store', 'second', '--region', 'de', '--yes'], context())
  const after = await doctor()

  for (const remedy of before.remedies) expect(remedy).toMatch(/^Restart `app dev` /)
  const forget = 'Delete the record with `app token delete --store second --region de --yes`'
  const both = `\`app install --store demo\`; ${forget}`
  expect(again.remedies).toEqual([null, both, both])
  expect(installed.remedies).toEqual([null, forget, forget])
  expect(forgotten.exit).toBe(0)
  expect(after.states).toEqual(['ok', 'ok', 'ok'])
})

it('after a reset without `app dev` each fix suggests it, because it registers and installs the app', async () => {
  const { doctor } = await makeReset()

  const { remedies } = await doctor()

  expect(remedies[0]).toBe('`app register`, or `app dev`')
  for (const remedy of remedies.slice(1)) expect(remedy).toMatch(/^Run `app dev`. It registers and installs/)
})

it('an install of a region other than the home region is restored in that region', async () => {
  const { made, app, store, context } = await makeInstalledPlatform()
  await runCommand(Register, [], context())
  await runCommand(Install, ['--approve', '--region', 'de'], context())
  await made.control('POST', `/stores/demo/apps/${app.appKey}/uninstall`, { regionId: regionOf(store, 'de').id })

  const { of } = await diagnose(context())
  const again = await runCommand(Install, ['--approve', '--store', 'demo', '--region', 'de'], context())
  const after = await diagnose(context())

  expect([of('installs').remedy, of('token').remedy]).toEqual(Array(2).fill('`app install --store demo --region de`'))
  expect([again.exit, after.of('installs').state, after.of('token').state]).toEqual([0, 'ok', 'ok'])
})
