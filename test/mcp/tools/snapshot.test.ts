import { expect, it } from 'vitest'

import { readNote } from '../../../src/dev/notes/app-note.ts'
import { makeContext } from '../../support/context.ts'
import { connectMcp } from '../../support/mcp/connect.ts'
import { servedContext } from '../../support/served.ts'

const appKey = 'app.acme.loyalty'

it('notifies a running app dev that a loaded snapshot may have other secrets', async () => {
  const { overrides, control, running } = await servedContext()
  await control.register({
    key: appKey,
    name: 'Loyalty',
    requested_scopes: ['orders.read'],
    redirect_uris: ['https://a.example/cb'],
  })
  const { ask } = await connectMcp(() => makeContext(overrides))
  const owner = { paths: overrides.paths, identity: `emulator:${running.runFile.id}`, appKey }

  await ask('snapshot', { do: 'save', name: 'base' })
  const before = readNote(owner, 'secrets')
  const loaded = await ask('snapshot', { do: 'load', name: 'base' })

  expect(loaded.said).toEqual({ done: 'load', snapshots: 1 })
  expect([before, readNote(owner, 'secrets')]).toEqual([null, { at: expect.any(String) }])
})
