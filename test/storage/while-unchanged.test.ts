import type { DatabaseSync } from 'node:sqlite'

import { describe, expect, it } from 'vitest'

import { openDatabase, transaction } from '../../src/storage/database.ts'
import { prepared } from '../../src/storage/statements.ts'
import { readWhileUnchanged } from '../../src/storage/while-unchanged.ts'

/** A database of notes and their lines, a reader of one note's text with its number of lines, and how often that has read. */
function makeReader() {
  const db = openDatabase({
    path: ':memory:',
    migrations: [
      `CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;
       CREATE TABLE lines (note_id INTEGER NOT NULL REFERENCES notes ON DELETE CASCADE) STRICT;
       INSERT INTO notes VALUES (1, 'first'), (2, 'second');
       INSERT INTO lines VALUES (1), (2)`,
    ],
  })
  let reads = 0
  const query = 'SELECT text, (SELECT count(*) FROM lines) AS lines FROM notes WHERE id = ?'
  const readNote = readWhileUnchanged((of: DatabaseSync, key) => {
    reads++
    const row = prepared(of, query).get(key)
    return row === undefined ? 'none' : `${String(row['text'])} ${String(row['lines'])}`
  })
  return { db, read: (key: string) => readNote(db, key), readNote, reads: () => reads }
}

describe('readWhileUnchanged', () => {
  it('reads each key once', () => {
    const { read, reads } = makeReader()

    const readAll = () => ['1', '2', '3'].map(read)

    expect(readAll()).toEqual(['first 2', 'second 2', 'none'])
    expect(readAll()).toEqual(['first 2', 'second 2', 'none'])
    expect(reads()).toBe(3)
  })

  it.each([
    ["UPDATE notes SET text = 'changed' WHERE id = 1", 'changed 2'],
    ["INSERT OR REPLACE INTO notes VALUES (1, 'replaced')", 'replaced 1'],
    ['INSERT INTO lines VALUES (1)', 'first 3'],
    ['DELETE FROM notes WHERE id = 1', 'none'],
    ['DELETE FROM notes WHERE id = 2', 'first 1'],
    ['DELETE FROM lines', 'first 0'],
  ])('reads again after %s', (sql, after) => {
    const { db, read } = makeReader()

    expect(read('1')).toBe('first 2')
    db.exec(sql)

    expect(read('1')).toBe(after)
  })

  it('keeps no value that a transaction read and rolled back', () => {
    const { db, read } = makeReader()
    const breakOff = () =>
      transaction(db, () => {
        db.exec("UPDATE notes SET text = 'half' WHERE id = 1")
        expect(read('1')).toBe('half 2')
        throw new Error('stop')
      })

    expect(breakOff).toThrow('stop')

    expect(read('1')).toBe('first 2')
  })

  it('keeps two databases separate', () => {
    const one = makeReader()
    const other = makeReader()
    other.db.exec("UPDATE notes SET text = 'of the other' WHERE id = 1")

    expect([one.read('1'), one.readNote(other.db, '1'), one.read('1')]).toEqual([
      'first 2',
      'of the other 2',
      'first 2',
    ])
  })

  it('keeps at most a thousand values', () => {
    const { read, reads } = makeReader()
    for (let key = 0; key < 1000; key++) read(String(key))
    expect(reads()).toBe(1000)

    read('a key too many')
    read('1')

    expect(reads()).toBe(1002)
  })
})
