import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'

import { text } from '../../../storage/columns.ts'
import { openDatabase, unwritableDatabase, type Schema } from '../../../storage/database.ts'
import { dropTriggers } from '../../db/triggers.ts'
import { databaseValue } from './lines.ts'
import { doesTravel, isSecret, travellingFacts, type Home } from './what-travels.ts'

export interface TravelledFile {
  readonly path: string
  readonly home: Home
  readonly schema: Schema
  /** Version of the database from which the rows come. */
  readonly version: number
  /** Creates a secret for a row whose own secret was not exported. */
  readonly newSecret: (table: string, column: string) => SQLInputValue
  /** Raises the error for an invalid file. */
  readonly refuse: (why: string) => never
}

/** A database that is filled from the rows of a file. The schema is ours, so the file provides only values. */
export interface TravelledDatabase {
  /** Sets the table of the next rows. */
  readonly useTable: (table: string, columns: readonly string[]) => void
  readonly addRow: (values: readonly unknown[]) => void
  /** Call after the last row: checks references, migrates the database to the current version, and closes it. */
  readonly finish: (last: (db: DatabaseSync) => void) => void
  /** Closes the database unchanged. */
  readonly abandon: () => void
}

export function createTravelled(file: TravelledFile): TravelledDatabase {
  const { path, home, schema, version, newSecret, refuse } = file
  const { migrations, first = 1 } = schema
  const db = openDatabase({ path, durability: 'none', first, migrations: migrations.slice(0, version - first + 1) })
  db.exec('PRAGMA foreign_keys = OFF; BEGIN IMMEDIATE')
  const makeTriggers = dropTriggers(db)
  let table = ''
  let columns: readonly string[] = []
  let insert: StatementSync | null = null
  const columnsOf = (name: string) =>
    db
      .prepare('SELECT name FROM pragma_table_info(?)')
      .all(name)
      .map((row) => text(row, 'name'))
  const valueFor = (value: unknown, column: string): SQLInputValue => {
    const held = databaseValue(value)
    if (held === undefined) return refuse(`the table ${table} has an invalid value`)
    // A secret value in the file itself would be known to others.
    if (isSecret(table, column)) return held === null ? null : newSecret(table, column)
    return typeof held === 'object' && held !== null && 'secret' in held
      ? refuse(`the table ${table} has a secret in the wrong column`)
      : held
  }
  return {
    useTable: (name, given) => {
      const known = doesTravel(home, name) ? columnsOf(name) : []
      if (known.length === 0) refuse('it has an unexpected table')
      if (new Set(given).size !== given.length || !given.every((column) => known.includes(column)))
        refuse(`it has unknown or duplicate columns in the table ${name}`)
      table = name
      columns = given
      const names = given.map((column) => `"${column}"`).join(', ')
      insert = db.prepare(`INSERT INTO "${name}" (${names}) VALUES (${given.map(() => '?').join(', ')})`)
    },
    addRow: (values) => {
      if (insert === null || values.length !== columns.length) refuse('it has a row outside a table')
      if (table === 'meta' && !travellingFacts.includes(String(values[columns.indexOf('key')]))) return
      const held = values.map((value, at) => valueFor(value, columns[at] ?? ''))
      try {
        insert?.run(...held)
      } catch (error) {
        const full = unwritableDatabase(path, error)
        if (full !== error) throw full
        refuse(`the table ${table} has an invalid row`)
      }
    },
    finish: (last) => {
      makeTriggers()
      if (db.prepare('PRAGMA foreign_key_check').get() !== undefined) refuse('one of its rows refers to a missing row')
      db.exec('COMMIT')
      db.close()
      const present = openDatabase({ path, ...schema })
      try {
        last(present)
      } finally {
        present.close()
      }
    },
    abandon: () => {
      if (db.isOpen) db.close()
    },
  }
}
