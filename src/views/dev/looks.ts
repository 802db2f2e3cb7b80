import type { PageLinks } from '../../control/pages/page-links.ts'
import { link } from '../../terminal/links.ts'
import type { Style } from '../../terminal/style.ts'

/** What lines of `app dev` depend on beside the event. */
export interface DevLooks {
  readonly style: Style
  /** Columns of the terminal, at which lines are broken between words; not broken where it is left out. */
  readonly width?: number
  /** Whether the terminal shows links (OSC 8). */
  readonly links?: boolean
  /** Whether keys can be pressed, so that they are named instead of commands. */
  readonly keys?: boolean
  /** Code of the usual store; a line names its store only where it is another one. */
  readonly home?: string | null
  /** Adds the target to commands where that is needed, before lines are broken. */
  readonly nameTarget?: (text: string) => string
  /** Addresses of the emulator's pages that sign in. */
  readonly pages?: PageLinks | null
}

/** An address, as a link where the terminal has them; `text` stands for a long one there. */
export function address({ style, links }: DevLooks, url: string, text = url): string {
  return style.cyan(links === true ? link(text, url) : url)
}

/** The moment as a person's clock shows it, `08:14:50`, and a space; nothing without one. */
export function clock({ dim }: Style, at: string | undefined): string {
  if (at === undefined) return ''
  const moment = new Date(at)
  const parts = [moment.getHours(), moment.getMinutes(), moment.getSeconds()]
  return `${dim(parts.map((part) => String(part).padStart(2, '0')).join(':'))} `
}

export function step({ green }: Style, text: string): string {
  return `${green('✓')} ${text}`
}
