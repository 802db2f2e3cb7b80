export type Value = string | number | bigint | null

export type Row = Readonly<Record<string, Value>>

/** An SQL statement. Its values are always bound and never part of the text. */
export interface Sql {
  readonly kind: 'sql'
  /**
   * Text around the values. Each literal in the source has one array, which databases use as the
   * key of prepared statements.
   */
  readonly parts: readonly string[]
  readonly values: readonly Value[]
}

/** Creates a statement for `db` or for a handler's effect: sql`DELETE FROM notes WHERE id = ${id}`. */
export function sql(parts: TemplateStringsArray, ...values: Value[]): Sql {
  return { kind: 'sql', parts, values }
}

/** A statement without values. */
export function plainSql(text: string): Sql {
  return { kind: 'sql', parts: [text], values: [] }
}
