import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { gatherChanges } from '../../../src/dev/watch/gather-changes.ts'

beforeEach(() => void vi.useFakeTimers())

afterEach(() => void vi.useRealTimers())

it('skips temporary files: an editor saves a file by renaming another one over it', () => {
  const told: (readonly string[])[] = []
  const gathered = gatherChanges({ onChanges: (files) => void told.push([...files]), exists: () => true })

  gathered.add('add', 'src/sedR0qDWT')
  gathered.add('change', 'src/sedR0qDWT')
  gathered.add('change', 'src/server.ts')
  gathered.add('unlink', 'src/sedR0qDWT')

  vi.advanceTimersByTime(1000)
  expect(told).toEqual([['src/server.ts']])
})

it('reports nothing if only temporary files changed, and then reports the next change', () => {
  const told: (readonly string[])[] = []
  const gathered = gatherChanges({ onChanges: (files) => void told.push([...files]), exists: () => true })

  gathered.add('add', 'src/sedR0qDWT')
  gathered.add('unlink', 'src/sedR0qDWT')
  vi.advanceTimersByTime(1000)
  expect(told).toEqual([])
  gathered.add('unlink', 'src/orders.ts')

  vi.advanceTimersByTime(1000)
  expect(told).toEqual([['src/orders.ts']])
})

it('reports a file that was deleted and recreated, and one that was created and deleted twice', () => {
  const told: (readonly string[])[] = []
  const gathered = gatherChanges({ onChanges: (files) => void told.push([...files].toSorted()), exists: () => true })

  for (const kind of ['unlink', 'add'] as const) gathered.add(kind, 'src/server.ts')
  for (const kind of ['add', 'unlink', 'add'] as const) gathered.add(kind, 'src/new.ts')
  for (const kind of ['unlink', 'add', 'unlink'] as const) gathered.add(kind, 'src/old.ts')

  vi.advanceTimersByTime(1000)
  expect(told).toEqual([['src/new.ts', 'src/old.ts', 'src/server.ts']])
})

it('does not report a file that is deleted by the end of the pause, even if the deletion is reported late', () => {
  const told: (readonly string[])[] = []
  const existing = new Set(['src/kept.ts'])
  const gathered = gatherChanges({
    onChanges: (files) => void told.push([...files]),
    exists: (file) => existing.has(file),
  })

  gathered.add('add', 'src/probe')
  vi.advanceTimersByTime(1000)
  gathered.add('unlink', 'src/probe')
  vi.advanceTimersByTime(1000)
  expect(told).toEqual([])

  gathered.add('add', 'src/kept.ts')
  vi.advanceTimersByTime(1000)
  gathered.add('unlink', 'src/kept.ts')
  vi.advanceTimersByTime(1000)
  expect(told).toEqual([['src/kept.ts'], ['src/kept.ts']])
})
