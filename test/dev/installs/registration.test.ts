import { expect, it } from 'vitest'

import type { Registration, RegistrationInput } from '../../../src/control/contract.ts'
import type { ControlClient } from '../../../src/control/control-client.ts'
import type { DevEvent } from '../../../src/dev/events/dev-event.ts'
import { saveEarlierUrl } from '../../../src/dev/installs/earlier-webhook-url.ts'
import { pointWebhooksHere, type RegisteringContext } from '../../../src/dev/installs/registration.ts'
import { parseAppToml } from '../../../src/project/app-toml.ts'
import { makeContext } from '../../support/context.ts'
import { plainAppToml } from '../../support/project.ts'

/** What `app dev` sends and says for a published app that was approved with this manifest. */
async function registerPublished(approved: string) {
  const config = parseAppToml(
    `${plainAppToml}
[manifest]
app_url = "https://loyalty.example.com/panel"
[[manifest.slots]]
type = "fullpage"
path = "panel"
label = "Loyalty"
`,
    'app.toml',
  )
  const sent: RegistrationInput[] = []
  const events: DevEvent[] = []
  const control = {
    register: (input: RegistrationInput) => {
      sent.push(input)
      return Promise.resolve({ created: false, warnings: [], app: {}, secrets: null })
    },
  } as unknown as ControlClient // only what is called before the end
  const dev: RegisteringContext = {
    emit: (event) => void events.push(event),
    atEnd: () => {},
    tools: { paths: makeContext().paths },
    options: { project: { dir: '/nowhere', file: 'app.toml', config } },
  }
  const before = { status: 'published', admin_manifest_json: approved, webhook_url: null } as Registration // only what is read
  await pointWebhooksHere(dev, {
    control,
    identity: 'emulator:x',
    webhookUrl: 'http://127.0.0.1:4810/webhooks',
    before,
  })
  return { manifest: sent[0]?.admin_manifest_json, notices: events.filter(({ event }) => event === 'notice') }
}

const slot = { label: 'Loyalty', path: 'panel', type: 'fullpage' }

it('a published app with an equivalent manifest counts as unchanged (APP-026)', async () => {
  const approved = JSON.stringify({ slots: [slot], appUrl: 'https://LOYALTY.example.com/panel' }, null, 2)

  const { manifest, notices } = await registerPublished(approved)

  expect(notices).toEqual([])
  expect(manifest).toContain('https://loyalty.example.com/panel')
})

it('a published app with a moved panel keeps its manifest, and this is reported (APP-026)', async () => {
  const approved = JSON.stringify({ slots: [slot], appUrl: 'https://old.example.com/panel' })

  const { manifest, notices } = await registerPublished(approved)

  expect(manifest).toBe(approved)
  expect(notices).toMatchObject([
    {
      text: 'The app is published, so the store admin opens its panel at https://old.example.com/panel, not at https://loyalty.example.com/panel. To send the new address to review, run `app register`.',
    },
  ])
})

it('a published app with another slot keeps its manifest, and this is reported (APP-026)', async () => {
  const approved = JSON.stringify({ slots: [], appUrl: 'https://loyalty.example.com/panel' })

  const { manifest, notices } = await registerPublished(approved)

  expect(manifest).toBe(approved)
  expect(notices).toMatchObject([
    {
      text: 'The app is published, so its registered manifest is unchanged. To send your changes to review, run `app register`.',
    },
  ])
})

it('restores at exit the address that `app register` saved during the run', async () => {
  const config = parseAppToml(plainAppToml, 'app.toml')
  const { paths } = makeContext()
  const owner = { paths, identity: 'emulator:x', appKey: config.key }
  const ours = 'http://127.0.0.1:4810/webhooks'
  const urls: (string | null)[] = []
  const ends: (() => unknown)[] = []
  const control = {
    register: ({ webhook_url: url = null }: RegistrationInput) => {
      urls.push(url)
      return Promise.resolve({ created: false, warnings: [], app: {}, secrets: null })
    },
    app: () => Promise.resolve({ app_key: config.key, webhook_url: urls.at(-1) }),
  } as unknown as ControlClient // what this calls
  const project = { dir: '/nowhere', file: 'app.toml', config }
  const dev = {
    emit: () => {},
    atEnd: (end: () => unknown) => void ends.push(end),
    tools: { paths },
    options: { project },
  }
  const before = { webhook_url: 'https://old.example/webhooks' } as Registration // only what is read

  await pointWebhooksHere(dev, { control, identity: owner.identity, webhookUrl: ours, before })
  saveEarlierUrl(owner, { ours, before: 'https://new.example/webhooks' })
  for (const end of ends) await end()

  expect(urls).toEqual([ours, 'https://new.example/webhooks'])
})
