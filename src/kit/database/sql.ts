export type Value = string | number | bigint | null

export type Row = Readonly<Record<string, Value>>

/** One statement. Its values are always bound and never part of the text. */
export interface Sql {
  readonly kind: 'sql'
  /** The text around the values. One literal in the source is one array, so databases keep what they prepare by it. */
  readonly parts: readonly string[]
  readonly values: readonly Value[]
}

/** A statement for `db`, or for what a handler returns: sql`DELETE FROM notes WHERE id = ${id}`. */
export function sql(parts: TemplateStringsArray, ...values: Value[]): Sql {
  return { kind: 'sql', parts, values }
}

/** A statement without values. */
export function plainSql(text: string): Sql {
  return { kind: 'sql', parts: [text], values: [] }
}
