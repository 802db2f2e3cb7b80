/** Returns the words on a page, in lower case, without scripts, styles and markup. */
export function wordsOf(html: string): ReadonlySet<string> {
  const text = html
    .replaceAll(/<!--[\s\S]*?-->/g, ' ')
    .replaceAll(/<(script|style)\b[\s\S]*?<\/\1>/gi, ' ')
    .replaceAll(/<[^>]*>/g, ' ')
  return new Set(text.toLowerCase().match(/\p{L}[\p{L}\d'’-]*/gu))
}
