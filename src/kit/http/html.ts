/** Markup with escaped values. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toString(): string {
    return this.text
  }
}

export type Insert = string | number | bigint | boolean | null | undefined | { toString(): string } | readonly Insert[]

/**
 * Creates markup. Each value is escaped unless it is markup. Null, undefined and false render as
 * empty text.
 */
export function html(parts: TemplateStringsArray, ...values: readonly Insert[]): Html {
  return new Html(parts.reduce((text, part, at) => text + insertText(values[at - 1]) + part))
}

function insertText(value: Insert): string {
  if (value instanceof Html) return value.text
  if (value === null || value === undefined || value === false) return ''
  if (Array.isArray(value)) return value.map(insertText).join('')
  return escapeHtml(String(value))
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
}
