import { expect, it } from 'vitest'

import type { DevContext } from '../../../src/dev/context.ts'
import type { DevEvent } from '../../../src/dev/events/dev-event.ts'
import { keepInstall, type KeepTools } from '../../../src/dev/installs/keep-install.ts'

it.each([
  ['a web page', '<!DOCTYPE html><title>Sign in</title>', /^A web page responded .* then press i\.$/],
  ['half a document', '{"access_token":', /^The app exchanged a code, but this tool did not store the response\. /],
])('reports %s in response to the exchange of a code, and stores nothing', async (_, answer, text) => {
  const events: DevEvent[] = []
  const dev = {
    emit: (event: DevEvent) => void events.push(event),
    options: { project: { config: { key: 'app.acme.loyalty' } } },
  } as unknown as DevContext
  const tools = { identity: 'https://api.example', control: null } as unknown as KeepTools

  expect(await keepInstall(dev, tools, { answer: Buffer.from(answer), cameBy: null })).toBeNull()

  expect(events).toEqual([{ event: 'notice', text: expect.stringMatching(text) }])
})
