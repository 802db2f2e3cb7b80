/** A whole text, number or literal, or a single bracket, comma or colon; the white space between them is skipped. */
const token = /"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s[\]{},:"]+/g

/** Indents JSON over several lines. Parses nothing, so digits, escapes, order and duplicate names stay unchanged. `text` must be JSON. */
export function indentJson(text: string): string {
  const lines: string[] = []
  let line = ''
  let depth = 0
  const begin = (start: string) => {
    lines.push(line)
    line = '  '.repeat(depth) + start
  }
  let isOpen = false
  for (const [part] of text.matchAll(token)) {
    const isClosing = part === '}' || part === ']'
    if (isClosing) {
      depth--
      // Empty brackets stay together.
      if (isOpen) line += part
      else begin(part)
    } else {
      if (isOpen) begin('')
      line += part === ':' ? ': ' : part
    }
    isOpen = part === '{' || part === '['
    if (isOpen) depth++
    if (part === ',') begin('')
  }
  return [...lines, line].join('\n')
}
