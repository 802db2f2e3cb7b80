import type { Context } from '../context.ts'
import { style } from '../terminal/style.ts'
import { wrap } from '../terminal/wrap.ts'
import type { Looks } from '../views/view.ts'

/** Stdout for a person: how it looks, and what a view had no space for is said after it. */
export interface Screen {
  readonly looks: Looks
  /** Text on stdout, a single line of it wrapped at words; foreign text in it must be escaped. */
  readonly show: (text: string) => void
  /** Text on stderr, wrapped at words. */
  readonly note: (text: string) => void
}

/** With `isWide` views show every column and every cell whole. */
export function openScreen({ terminal, now }: Pick<Context, 'terminal' | 'now'>, isWide: boolean): Screen {
  let hidden: readonly string[] = []
  const note = (text: string) => terminal.note(text)
  return {
    looks: {
      // Getters, for most commands show nothing that needs them.
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
      const lines = text.split('\n')
      const shown = lines.map((line) => {
        const named = terminal.nameTarget(line)
        // Several lines have their own layout, which a target that is added makes wider.
        return named === line && lines.length > 1 ? line : wrap(named, terminal.width)
      })
      terminal.out(shown.join('\n'))
      if (hidden.length > 0) note(hiddenLine(hidden))
      hidden = []
    },
    note,
  }
}

function hiddenLine(headers: readonly string[]): string {
  const count = headers.length === 1 ? '1 column hidden' : `${headers.length} columns hidden`
  return `${count} (${headers.join(', ')}): a wider terminal shows it all, or --wide.`
}
