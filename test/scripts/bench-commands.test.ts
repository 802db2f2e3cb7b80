import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import { wrongWith } from '../support/command/command-line.ts'

it('the main job of the benchmarks has only commands and flags that exist', () => {
  const source = readFileSync(join(import.meta.dirname, '../../bench/main-job.ts'), 'utf8')
  const lines = [...source.matchAll(/argv: \[(.*)\]/g)].map(([, words = '']) =>
    words.split(', ').map((word) => (word.startsWith("'") ? word.slice(1, -1) : 'app.acme.bench')),
  )

  expect(lines.length).toBeGreaterThan(3)
  expect(lines.map((words) => wrongWith(`app ${words.join(' ')}`))).toEqual(lines.map(() => null))
})
