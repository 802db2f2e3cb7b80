import { redactSecrets } from '../../protocol/redact.ts'
import { escapeForeign } from '../../text/escape.ts'
import { ExactNumber } from '../../text/json.ts'

/** JSON data. */
export type Plain = null | boolean | number | string | readonly Plain[] | { readonly [name: string]: Plain }

/**
 * Converts data to plain data that is safe for a program or a language model. Secrets are masked, invisible
 * and terminal control characters are escaped, and numbers that would lose digits become text.
 */
export function plain(value: unknown, secrets: readonly string[]): Plain {
  const visit = (item: unknown): Plain => {
    if (typeof item === 'string') return visibleText(redactSecrets(item, secrets))
    if (item === undefined || typeof item === 'function' || typeof item === 'symbol') return null
    if (typeof item === 'bigint' || item instanceof ExactNumber) return String(item)
    if (item instanceof Date) return item.toISOString()
    if (item instanceof Uint8Array) return visit(new TextDecoder().decode(item))
    if (Array.isArray(item)) return item.map(visit)
    if (typeof item === 'object' && item !== null) return members(item)
    return item as Plain
  }
  const members = (item: object): Plain =>
    Object.fromEntries(
      Object.entries(item).flatMap(([name, member]: [string, unknown]) =>
        member === undefined ? [] : [[visibleText(redactSecrets(name, secrets)), visit(member)]],
      ),
    )
  return visit(value)
}

/**
 * Invisible characters, which can hide text from a user that a language model reads: joiners,
 * direction marks, tags and variation selectors (T36).
 */
const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

function visibleText(text: string): string {
  return escapeForeign(text).replace(unseen, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`)
}
