import { expect, it } from 'vitest'

import { operations } from '../../src/control/operations.ts'
import { connectMcp } from '../support/mcp/connect.ts'
import { makeInstalledPlatform } from '../support/platform.ts'

/** Operations that no agent is offered by the tools `inspect` and `emulator`. */
const kept = [
  'advanceClock',
  'checkSecret',
  'clearFault',
  'clearFaults',
  'endFaults',
  'loadSnapshot',
  'panelFindings',
  'portalUrl',
  'register',
  'removeSnapshot',
  'reset',
  'rotate',
  'saveSnapshot',
  'seed',
  'seedLegacyToken',
  'setFault',
  'setFaults',
  'setInspector',
  'signInUrl',
  'stop',
]

it('the tool offers no operation that returns a secret, stops the emulator or has a separate tool (T21)', async () => {
  const { context } = await makeInstalledPlatform()
  const { client } = await connectMcp(context)
  const { tools } = await client.listTools()
  const schemas = tools
    .filter(({ name }) => ['inspect', 'emulator'].includes(name))
    .map(({ inputSchema }) => inputSchema.properties?.['operation'] as unknown as { readonly enum: readonly string[] })
  const offered = schemas.flatMap((schema) => schema.enum)

  expect(offered.length).toBeGreaterThan(0)
  expect(
    Object.keys(operations)
      .filter((name) => !offered.includes(name))
      .toSorted(),
  ).toEqual(kept)
})

it.each(['setFaults', 'endFaults'])('rejects an agent that requests %s', async (operation) => {
  const { context } = await makeInstalledPlatform()
  const { ask } = await connectMcp(context)

  expect(await ask('emulator', { operation, describe: true })).toMatchObject({ isError: true })
})
