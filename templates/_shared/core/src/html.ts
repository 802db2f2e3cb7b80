/** Text that is markup already: every value that was put into it is escaped. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export type Insert = string | number | Html | readonly Html[]

/** Markup with values in it; each is escaped unless it is markup itself. */
export function html(parts: TemplateStringsArray, ...values: Insert[]): Html {
  return new Html(parts.reduce((text, part, at) => text + textOf(values[at - 1]) + part))
}

function textOf(value: Insert | undefined): string {
  if (value instanceof Html) return value.text
  if (typeof value === 'object') return value.map(({ text }) => text).join('')
  return String(value ?? '').replaceAll(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
}
