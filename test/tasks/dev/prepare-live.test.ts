import { expect, it } from 'vitest'

import Dev from '../../../src/commands/dev/index.ts'
import { runCommand } from '../../support/command/command.ts'
import { makeProject, plainAppToml } from '../../support/project.ts'

const ORIGIN = 'https://api.example'
const appToml = `${plainAppToml}[dev]\ncommand = ["node", "server.js"]\n[targets.live]\nbase_url = "https://api.example"\nadmin_url = "https://store.example"\nclient_id = "cli_1"\n`

it.each([
  ['client_secret', [''], 'client_secret'],
  ['signing secret', ['cs_typed', ''], 'webhook_signing_secret'],
])('reports a skipped %s before any other question', async (_, answers, missing) => {
  const asked: string[] = []
  const { context } = makeProject({
    appToml,
    env: { SVCAPP_TRUST_ORIGIN: ORIGIN },
    ask: {
      password: async ({ message }) => (asked.push(message), answers[asked.length - 1] ?? ''),
      confirm: async ({ message }) => (asked.push(message), true),
    },
  })

  const { error } = await runCommand(
    Dev,
    ['--target', 'live', '--tunnel-url', 'https://dev.example', '--no-published'],
    context,
  )

  expect(error?.code).toBe('project.not-registered')
  expect(error?.message).toContain(`${missing} for ${ORIGIN} is not stored`)
  expect(asked).toHaveLength(answers.length)
})
