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

it('T21 the tool offers no operation that gives a secret, ends the emulator or has its own tool', async () => {
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

it.each(['setFaults', 'endFaults'])('an agent that asks for %s is refused', async (operation) => {
  const { context } = await makeInstalledPlatform()
  const { ask } = await connectMcp(context)

  expect(await ask('emulator', { operation, describe: true })).toMatchObject({ isError: true })
})
