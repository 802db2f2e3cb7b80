import { expect, it } from 'vitest'

import Install from '../../../src/commands/install.ts'
import { withInstalls } from '../../../src/project/installs.ts'
import { runCommand } from '../../support/command/command.ts'
import { approveAt, makeLivePlatform } from '../../support/live-platform.ts'
import { makeStandIn } from '../../support/live/stand-in.ts'
import { diagnose } from '../doctor/support.ts'

const WARNING =
  'If the app is already installed in that store and region, approving makes its current token invalid, including the token of your deployed app or of a colleague. The new token goes to this tool only. For development, register a second app with its own key.'

it.each([[], ['--paste']])(
  'without a terminal and without --yes nothing is printed or opened: install %s',
  async (...argv) => {
    const { live, calls } = await makeLivePlatform()
    const opened: string[] = []

    const { error, exit, stderr } = await runCommand(
      Install,
      argv,
      live({ openBrowser: async (url) => opened.push(url) > 0 }),
    )

    expect([exit, error?.code]).toEqual([2, 'usage.missing'])
    expect(error?.message).toBe(`${WARNING} Nothing was opened.`)
    expect(error).toMatchObject({
      suggestions: ['To install anyway: add --yes.', expect.stringContaining('SVCAPP_TOKEN')],
    })
    expect(stderr).not.toContain('/admin/plugins/install')
    expect([opened, calls()]).toEqual([[], []])
  },
)

it('in a terminal the warning and a question come before the address, and a no ends the command', async () => {
  const { live } = await makeLivePlatform()
  const asked: unknown[] = []
  const context = live({ ask: { confirm: async (question) => asked.push(question) < 1 } })

  const { error, exit, stderr } = await runCommand(Install, ['--paste'], context)

  expect([exit, error?.code]).toEqual([130, 'cli.interrupted'])
  expect(stderr).toContain(WARNING)
  expect(stderr).not.toContain('/admin/plugins/install')
  expect(asked).toEqual([{ message: 'Install on the live platform?', default: false }])
})

it('the warning names an install on record', async () => {
  const platform = await makeLivePlatform()
  const { live, paths, liveApp } = platform
  const questions: { default?: boolean }[] = []
  const install = async () => {
    const context: ReturnType<typeof live> = live({
      ask: {
        confirm: async (question) => questions.push(question) > 0,
        input: async () => approveAt(platform, context.captured.stderr()),
      },
    })
    return runCommand(Install, ['--paste'], context)
  }
  const first = await install()
  withInstalls(paths, (installs) => {
    for (const one of installs.list(liveApp)) installs.stand(one, { holder: 'app', holderDir: '/srv/loyalty' })
  })

  const { stderr, result } = await install()

  expect([first.error, result?.replaced]).toEqual([undefined, true])
  expect(questions.map((question) => question.default)).toEqual([false, false])
  expect(stderr).toContain('The app in /srv/loyalty has the token of Demo (demo), tr.')
})

it('reports the token on record as rejected after app doctor found that', async () => {
  const live = await makeStandIn()
  const [first, second] = [await live.makeDeveloper(), await live.makeDeveloper()]
  await first.install()
  await second.install()
  await diagnose(first.context())

  const { stderr } = await runCommand(Install, ['--paste'], first.context({ ask: { confirm: async () => false } }))

  expect(stderr.replaceAll(/\s+/g, ' ')).toContain(
    'The platform rejects the token of Demo (demo), tr, that is stored here.',
  )
  expect(stderr).not.toContain('has the token of')
})
