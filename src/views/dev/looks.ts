import type { PageLinks } from '../../control/pages/page-links.ts'
import { link } from '../../terminal/links.ts'
import type { Style } from '../../terminal/style.ts'

/** What lines of `app dev` depend on in addition to the event. */
export interface DevLooks {
  readonly style: Style
  /** Terminal columns to wrap at, between words. Without it, lines are not wrapped. */
  readonly width?: number
  /** Whether the terminal supports links (OSC 8). */
  readonly links?: boolean
  /** Whether you can press keys, so that lines show keys instead of commands. */
  readonly keys?: boolean
  /** Code of the default store. A line shows its store only if it is a different one. */
  readonly home?: string | null
  /** Adds the target to commands that need it, before lines are wrapped. */
  readonly nameTarget?: (text: string) => string
  /** Addresses of the emulator's pages that sign you in. */
  readonly pages?: PageLinks | null
}

/** Formats an address, as a link if the terminal supports links. `text` then replaces a long address. */
export function address({ style, links }: DevLooks, url: string, text = url): string {
  return style.cyan(links === true ? link(text, url) : url)
}

/** Formats a local time such as `08:14:50` and a space, or nothing without a time. */
export function clock({ dim }: Style, at: string | undefined): string {
  if (at === undefined) return ''
  const moment = new Date(at)
  const parts = [moment.getHours(), moment.getMinutes(), moment.getSeconds()]
  return `${dim(parts.map((part) => String(part).padStart(2, '0')).join(':'))} `
}

export function step({ green }: Style, text: string): string {
  return `${green('✓')} ${text}`
}
