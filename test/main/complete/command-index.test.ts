import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { seedNames } from '../../../src/control/seed/seed-names.ts'
import { complete, type Completion } from '../../../src/main/complete/candidates.ts'
import {
  COMMAND_INDEX,
  indexOfManifest,
  indexText,
  readIndex,
  type Index,
  type ManifestCommands,
} from '../../../src/main/complete/command-index.ts'
import { fixedValues } from '../../../src/main/complete/fixed-values.ts'
import { fixedKinds, type ValueKind } from '../../../src/main/complete/value-kind.ts'

const manifestText = readFileSync(join(import.meta.dirname, '../../../oclif.manifest.json'), 'utf8')
const manifest = JSON.parse(manifestText) as { commands: ManifestCommands }
const values = new Map(await Promise.all(fixedKinds.map(async (kind) => [kind, await fixedValues[kind]()] as const)))
const packed = indexOver(manifestText)

function indexOver(text: string): Index {
  const files = { index: Buffer.from(indexText(manifest.commands, values)), manifest: Buffer.from(text) }
  return readIndex((path) => (path === COMMAND_INDEX ? files.index : files.manifest))
}

function answers({ commands }: Index, done: readonly string[], current: string): Completion {
  return complete({ done, current }, { commands, topics: {}, valuesOf: (kind) => [{ value: `${current}${kind}` }] })
}

describe('the packed index', () => {
  it.each(Object.keys(manifest.commands))('completes %s as the manifest does', (id) => {
    const words = id.split(':')
    const flags = Object.keys(manifest.commands[id]?.flags ?? {})

    for (const [done, current] of [
      [words.slice(0, -1), ''],
      [words, ''],
      [words, '--'],
      [[...words, 'one'], ''],
      ...flags.flatMap((flag) => [[[...words, `--${flag}`], ''] as const, [words, `--${flag}=`] as const]),
    ] as const) {
      expect(answers(packed, done, current)).toEqual(answers(indexOfManifest(manifest.commands), done, current))
    }
  })

  it('contains the values that are the same everywhere, and no others', () => {
    for (const kind of fixedKinds) expect(packed.valuesOf(kind)).toEqual(values.get(kind))
    expect(packed.valuesOf('topic')?.length).toBeGreaterThan(5)
    expect(packed.valuesOf('region')).toBeUndefined()
  })

  it('completes seeds and seed files', () => {
    const { commands, valuesOf } = packed
    const tools = { commands, topics: {}, valuesOf: (kind: ValueKind) => valuesOf(kind) ?? [] }
    const words = (current: string) => complete({ done: ['emulator', 'exec', '--seed'], current }, tools)

    expect(words('')).toEqual(seedNames.map((value) => ({ value })))
    expect(words('./seed')).toBe('files')
  })

  it('parses no line of the manifest except that of the command', () => {
    const lines = manifestText.split('\n')
    const broken = lines.map((line) => (line.startsWith('"token:list":') ? line : line.replace(':', ':not JSON')))

    expect(indexOver(broken.join('\n')).commands.find('token:list')).toMatchObject({ args: {} })
  })
})
