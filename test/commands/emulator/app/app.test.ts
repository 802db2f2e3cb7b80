import { expect, it } from 'vitest'

import EmulatorAppCountries from '../../../../src/commands/emulator/app/countries.ts'
import EmulatorAppPublish from '../../../../src/commands/emulator/app/publish.ts'
import EmulatorAppReview from '../../../../src/commands/emulator/app/review.ts'
import EmulatorAppShow from '../../../../src/commands/emulator/app/show.ts'
import EmulatorAppStatus from '../../../../src/commands/emulator/app/status.ts'
import EmulatorAppSuspend from '../../../../src/commands/emulator/app/suspend.ts'
import type { Registration } from '../../../../src/control/contract.ts'
import { runCommand } from '../../../support/command/command.ts'
import { makeContext } from '../../../support/context.ts'
import { makeInstalledPlatform, makePlatform } from '../../../support/platform.ts'

it('publishes, reviews, suspends and restores (APP-024 APP-033 APP-034)', async () => {
  const { context, app } = await makePlatform()
  const status = ({ result }: { result: Registration | undefined }) => [result?.status, result?.listed]

  expect(status(await runCommand(EmulatorAppShow, [], context()))).toEqual(['D', false])
  expect(status(await runCommand(EmulatorAppPublish, [], context()))).toEqual(['P', false])
  expect(status(await runCommand(EmulatorAppReview, ['reject'], context()))).toEqual(['D', false])
  await runCommand(EmulatorAppPublish, [], context())
  expect(status(await runCommand(EmulatorAppReview, ['approve'], context()))).toEqual(['published', true])
  const suspended = await runCommand(EmulatorAppSuspend, ['--app', app.appKey], context())
  expect(status(suspended)).toEqual(['X', true])
  expect(suspended.stdout).toMatch(/^status +suspended \(X\)$/m)
  expect(status(await runCommand(EmulatorAppStatus, ['draft'], context()))).toEqual(['D', false])
  expect(status(await runCommand(EmulatorAppStatus, ['in-review'], context()))).toEqual(['P', false])
  const published = await runCommand(EmulatorAppPublish, ['--own-stores'], context())
  expect(status(published)).toEqual(['published', false])
  expect(published.stdout).toBe(
    [
      `app             ${app.appKey}`,
      'status          published',
      'in the catalog  no',
      'install scope   region',
      'countries       all',
      'test stores     demo',
      '',
    ].join('\n'),
  )
})

it('shows an unpublished panel change, and asks before publishing returns the app to review (APP-026 APP-035 C36)', async () => {
  const { context, app, made } = await makePlatform()
  await runCommand(EmulatorAppPublish, [], context())
  await runCommand(EmulatorAppReview, ['approve'], context())
  const admin_manifest_json = JSON.stringify({ renderMode: 'iframe', appUrl: 'https://new.example' })
  await made.registerApp({ appKey: app.appKey, admin_manifest_json })

  const shown = await runCommand(EmulatorAppShow, [], context())
  const refused = await runCommand(EmulatorAppPublish, [], context())
  const agreed = await runCommand(EmulatorAppPublish, ['--yes'], context())

  expect(shown.stdout).toMatch(
    /^changed panel +saved, but live stores use the approved panel\. To send the change to review: app emulator app publish/m,
  )
  expect([refused.error?.code, refused.error?.message]).toEqual([
    'usage.missing',
    expect.stringMatching(/returns the app to review/),
  ])
  expect([agreed.exit, agreed.result?.status]).toEqual([0, 'P'])
  expect(agreed.stderr).toMatch(/returns the app to review/)
  expect(agreed.stdout).not.toMatch(/changed panel/)
})

it('rejects a verdict for an app that is not in review, and an unknown app', async () => {
  const { context } = await makePlatform()

  const verdict = await runCommand(EmulatorAppReview, ['approve'], context())
  const unknown = await runCommand(EmulatorAppSuspend, ['--app', 'app.no.such'], context())
  const live = await runCommand(EmulatorAppSuspend, ['--target', 'live'], context())
  const nowhere = await runCommand(EmulatorAppShow, [], makeContext())

  expect([verdict.error?.code, verdict.exit]).toEqual(['emulator.conflict', 2])
  expect([unknown.error?.code, unknown.exit]).toEqual(['emulator.unknown-app', 3])
  expect(live.error?.code).toBe('usage.invalid')
  expect(nowhere.error?.code).toBe('project.not-found')
})

it('countries limit the regions of an install immediately, and all removes the limit (APP-003 PIN-013)', async () => {
  const { context, made, token } = await makeInstalledPlatform({ registration: { install_scope: 'store' } })
  const reached = async () => {
    const { regions } = (await (await made.api(token, '/context')).json()) as { regions: { code: string }[] }
    return regions.map(({ code }) => code)
  }
  const countries = async (text: string) => runCommand(EmulatorAppCountries, [text], context())

  expect(await reached()).toEqual(['tr', 'de', 'gb'])
  expect((await countries('de, gb,DE')).result?.countries).toEqual(['DE', 'GB'])
  expect(await reached()).toEqual(['de', 'gb'])
  expect((await countries('ZZ')).error?.code).toBe('emulator.bad-request')
  expect(await reached()).toEqual(['de', 'gb'])
  expect((await countries('all')).stdout).toMatch(/^countries +all$/m)
  expect(await reached()).toEqual(['tr', 'de', 'gb'])
})

it.each([{ countries: 'DE' }, { countries: [7] }, {}])('the control interface does not accept %j', async (body) => {
  const { made, app } = await makePlatform()

  expect((await made.rawControl('POST', `/apps/${app.appKey}/countries`, body)).status).toBe(400)
})
