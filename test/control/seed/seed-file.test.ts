import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import { readSeedFile } from '../../../src/control/seed/seed-file.ts'
import { makeFolder } from '../../support/emulator/exported-snapshot.ts'

it('reads a file and standard input without losing a digit', () => {
  const path = join(makeFolder(), 'seed.json')
  writeFileSync(path, '\u{FEFF}{"orders":[{"externalOrderId":9007199254740993}]}')

  expect(JSON.stringify(readSeedFile(path))).toBe('{"orders":[{"externalOrderId":9007199254740993}]}')
  expect(readSeedFile(Buffer.from('{"$schema":"x","stores":[]}'))).toEqual({ stores: [] })
})

it.each<[string, Uint8Array, string]>([
  [
    'with the line and column of what is not JSON',
    Buffer.from('{\n  "stores": [,]\n}'),
    "is not JSON: unexpected ',' at line 2, column 14",
  ],
  ['without an end', Buffer.from('{"stores": ['), 'is not JSON: it is truncated at line 1, column 13'],
  ['that is a list', Buffer.from('[]'), 'is not a JSON object'],
  ['that is nested too deeply', Buffer.from('['.repeat(100_000)), 'is not a JSON object'],
  ['that is not UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 'is not UTF-8 text'],
  ['of 100 MB before it is parsed', Buffer.alloc(100_000_000, '['), 'is 95.4 MiB in size, but the limit is 8 MiB'],
])('rejects a file %s', (_, bytes, problem) => {
  const path = join(makeFolder(), 'seed.json')
  writeFileSync(path, bytes)

  expect(() => readSeedFile(path)).toThrow(`${path} ${problem}`)
  expect(() => readSeedFile(bytes)).toThrow(`Standard input ${problem}`)
})

it('rejects a file that does not exist', () => {
  expect(() => readSeedFile('/nowhere/seed.json')).toThrow('/nowhere/seed.json does not exist, or cannot be read')
})

it.each([
  [Buffer.alloc(9_000_000, '['), ['Split the file. A row can refer to a store from an earlier file.']],
  [Buffer.from('{'), ['For the format, see schema/seed.schema.json in the package.']],
  ['/nowhere/seed.json', ['Seeds: none.']],
])('suggests a fix', (file, suggestions) => {
  expect(() => readSeedFile(file, ['Seeds: none.'])).toThrow(expect.objectContaining({ suggestions }))
})
