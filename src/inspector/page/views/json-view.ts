import { el, type Child } from '../dom.ts'

/** Maximum length of highlighted text, in characters. Highlighting longer text is too slow. */
const COLOURED_UP_TO = 200_000

const token = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/** Renders indented JSON in colors, with each name, text, number and word as a text node. */
export function jsonView(text: string): HTMLElement {
  const block = el('pre', { class: 'code', tabindex: 0 })
  block.append(...(text.length > COLOURED_UP_TO ? [el('span', {}, text)] : parts(text)))
  return block
}

function parts(text: string): Node[] {
  const nodes: Node[] = []
  let end = 0
  for (const match of text.matchAll(token)) {
    const [all, quoted, colon] = match
    nodes.push(piece(null, text.slice(end, match.index)))
    if (quoted !== undefined && colon !== undefined) nodes.push(piece('name', quoted), piece(null, colon))
    else nodes.push(piece(quoted === undefined ? (/^[a-z]/.test(all) ? 'word' : 'digits') : 'text', all))
    end = match.index + all.length
  }
  nodes.push(piece(null, text.slice(end)))
  return nodes
}

function piece(kind: string | null, text: Child): Node {
  return el('span', kind === null ? {} : { class: kind }, text)
}
