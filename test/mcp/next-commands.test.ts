import { readdirSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import { topics } from '../../src/mcp/answer/failure.ts'

it('suggests a hint that is one of our commands as the next step, whatever the command', () => {
  const words = readdirSync(join(import.meta.dirname, '../../src/commands')).map((name) => name.replace(/\.ts$/, ''))

  expect(topics.split('|')).toEqual([...new Set(words)].toSorted())
})
