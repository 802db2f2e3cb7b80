import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import { readReach } from '../../scripts/generate/commands/raised-codes.ts'
import { operations } from '../../src/control/operations.ts'

const root = join(import.meta.dirname, '../..')

/** They work on an emulator that they start for themselves and remove; `explain` lists the checks of `app check` and runs none. */
const onTheirOwn = new Set(['check', 'emulator:exec', 'explain', 'test:matrix'])

it('every command that may request an emulator change is marked as one that writes', () => {
  const { commands } = JSON.parse(readFileSync(join(root, 'oclif.manifest.json'), 'utf8')) as {
    readonly commands: Readonly<Record<string, { readonly writes?: readonly string[] }>>
  }
  const { operationsOf } = readReach(root)
  const known: Readonly<Record<string, { readonly method: string; readonly step?: unknown }>> = operations
  const changes = (id: string) => operationsOf(id).filter((name) => typeof known[name]?.step === 'string')
  const changing = Object.keys(commands).filter((id) => changes(id).length > 0 && !onTheirOwn.has(id))
  const silent = changing.filter((id) => commands[id]?.writes?.includes('emulator') !== true)

  expect(changing.length).toBeGreaterThan(40)
  expect(silent.map((id) => `${id}: ${changes(id).join(', ')}`)).toEqual([])
})
