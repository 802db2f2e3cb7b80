import type { Context } from '../context.ts'
import { style } from '../terminal/style.ts'
import { displayWidth } from '../terminal/width.ts'
import { firstWord, wrap } from '../terminal/wrap.ts'
import type { Looks } from '../views/view.ts'

/** Stdout for text: its properties, and a final note about columns that a view left out. */
export interface Screen {
  readonly looks: Looks
  /** Prints text on stdout. A single line is wrapped between words. The caller must escape untrusted text. */
  readonly show: (text: string) => void
  /** Prints text on stderr, wrapped between words. */
  readonly note: (text: string) => void
}

/** With `isWide`, views show every column and every cell in full. */
export function openScreen({ terminal, now }: Pick<Context, 'terminal' | 'now'>, isWide: boolean): Screen {
  let hidden: readonly string[] = []
  const note = (text: string) => terminal.note(text)
  return {
    looks: {
      // Getters, because most commands show nothing that needs them.
      get width() {
        return terminal.width
      },
      get style() {
        return style(terminal.colour)
      },
      get now() {
        return now()
      },
      isWide,
      onHidden: (headers) => void (hidden = headers),
    },
    show(text) {
      terminal.out(named(text, terminal))
      if (hidden.length > 0) note(hiddenLine(hidden))
      hidden = []
    },
    note,
  }
}

/** Adds the target to a text. Several lines have their own layout, so only a line that became too wide is wrapped again, with its continuation lines. */
function named(text: string, { nameTarget, width }: Pick<Context['terminal'], 'nameTarget' | 'width'>): string {
  const lines = text.split('\n')
  const shown: string[] = []
  let carried = ''
  for (const [at, line] of lines.entries()) {
    const whole = nameTarget(carried === '' ? line : `${carried} ${line.trimStart()}`)
    if (whole === line && lines.length > 1) {
      shown.push(line)
      continue
    }
    const next = lines[at + 1] ?? ''
    const goesOn = isWrapped(line, next, width)
    const parts = wrap(whole, width, goesOn ? ' '.repeat(indentOf(next) - indentOf(line)) : '').split('\n')
    carried = goesOn && parts.length > 1 ? (parts.pop() ?? '') : ''
    shown.push(...parts)
  }
  return shown.join('\n')
}

/** Returns whether a line was wrapped before the next one, because the next word did not fit. */
function isWrapped(line: string, next: string, width: number): boolean {
  const first = firstWord(next)
  return first !== '' && indentOf(next) >= indentOf(line) && displayWidth(`${line} ${first}`) > width
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length
}

function hiddenLine(headers: readonly string[]): string {
  const count = headers.length === 1 ? '1 column hidden' : `${headers.length} columns hidden`
  return `${count} (${headers.join(', ')}). Widen the terminal or use --wide to show all.`
}
