import { expect, it } from 'vitest'

import { openDatabase } from '../../src/storage/database.ts'
import { insertRow, prepared, updateRows, upsertRow } from '../../src/storage/statements.ts'

function openNotes() {
  const db = openDatabase({
    path: ':memory:',
    migrations: ['CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT, more BLOB) STRICT'],
  })
  const insert = prepared(db, 'INSERT INTO notes (text, more) VALUES (?, ?) RETURNING id')
  return { db, insert }
}

it('returns each row with its columns by name, and no data of the previous row', () => {
  const { db, insert } = openNotes()
  insert.get('one', Buffer.from('1'))
  insert.get(null, null)
  const select = prepared(db, 'SELECT * FROM notes WHERE id = :id')

  expect(select.get({ id: 1 })).toEqual({ id: 1, text: 'one', more: new Uint8Array([0x31]) })
  expect(select.get({ id: 2 })).toEqual({ id: 2, text: null, more: null })
  expect(select.get({ id: 3 })).toBeUndefined()
  expect(prepared(db, 'SELECT text, id FROM notes ORDER BY id').all()).toEqual([
    { text: 'one', id: 1 },
    { text: null, id: 2 },
  ])
})

it('returns the number of rows that a statement changed', () => {
  const { db, insert } = openNotes()

  expect(insert.run('one', null)).toMatchObject({ changes: 1, lastInsertRowid: 1 })
  expect(insert.get('two', null)).toEqual({ id: 2 })
  expect(prepared(db, 'UPDATE notes SET text = ?').run('three')).toMatchObject({ changes: 2 })
})

it('prepares a statement once for each database', () => {
  const { db } = openNotes()

  expect(prepared(db, 'SELECT 1')).toBe(prepared(db, 'SELECT 1'))
  expect(prepared(openNotes().db, 'SELECT 1')).not.toBe(prepared(db, 'SELECT 1'))
})

it('writes values and finds rows by the given columns, whatever was written before', () => {
  const { db } = openNotes()

  insertRow(db, 'notes', { text: 'one', id: 1 })
  insertRow(db, 'notes', { id: 2, text: 'two' })
  upsertRow(db, 'notes', { id: 2 }, { text: 'second' })
  upsertRow(db, 'notes', { id: 3 }, { text: 'third', more: null })
  const byId = updateRows(db, 'notes', { id: 1 }, { text: 'first', more: null })
  const byBoth = updateRows(db, 'notes', { id: 3, text: 'nowhere' }, { more: null })
  const byText = updateRows(db, 'notes', { text: 'third' }, { id: 4 })

  expect([byId, byBoth, byText]).toEqual([1, 0, 1])
  expect(prepared(db, 'SELECT id, text FROM notes ORDER BY id').all()).toEqual([
    { id: 1, text: 'first' },
    { id: 2, text: 'second' },
    { id: 4, text: 'third' },
  ])
})
