/** A form of a page, as a browser would send it by its first button. */
export interface HtmlForm {
  readonly action: string
  /** In the order of the page; a name may be repeated. */
  readonly fields: readonly (readonly [name: string, value: string])[]
}

/** Reads the first POST form whose action ends as given: hidden fields, and boxes that are checked and not disabled. Null if the page has none. */
export function readForm(html: string, actionEnd: string): HtmlForm | null {
  for (const [, opening = '', inside = ''] of html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/gi)) {
    const { action, method } = readAttributes(opening)
    if (method?.toLowerCase() !== 'post' || action?.endsWith(actionEnd) !== true) continue
    return { action, fields: readFields(inside) }
  }
  return null
}

/** Returns the message of an error page: the text marked as error, else all of its text. */
export function readRejectionText(html: string): string {
  const [, marked] = /<p class="error">([\s\S]*?)<\/p>/i.exec(html) ?? []
  const text = marked ?? html.replace(/<(head|style|script)\b[\s\S]*?<\/\1>/gi, ' ')
  return decodeEntities(text.replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim()
}

/** Encodes `application/x-www-form-urlencoded` with `%20` for a space, so that a `+` stays a `+` (B4). */
export function formBody(fields: HtmlForm['fields']): string {
  return fields.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')
}

function readFields(inside: string): [string, string][] {
  return [...inside.matchAll(/<input\b([^>]*)>/gi)].flatMap(([, text = '']): [string, string][] => {
    const { name, value, type, checked, disabled } = readAttributes(text)
    const isBox = type === 'checkbox' || type === 'radio'
    if (name === undefined || disabled !== undefined || (isBox && checked === undefined)) return []
    return [[name, value ?? (isBox ? 'on' : '')]]
  })
}

function readAttributes(text: string): Readonly<Record<string, string | undefined>> {
  const pairs = text.matchAll(/([a-z-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/gi)
  return Object.fromEntries(
    [...pairs].map(([, name = '', double, single, bare]) => [
      name.toLowerCase(),
      decodeEntities(double ?? single ?? bare ?? ''),
    ]),
  )
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

export function decodeEntities(text: string): string {
  return text.replace(/&(#\d+|#x[0-9a-f]+|[a-z]+);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return entities[name] ?? whole
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}
