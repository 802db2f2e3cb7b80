import { link } from '../../terminal/links.ts'
import { displayWidth } from '../../terminal/width.ts'
import { escapeCell } from '../../text/escape.ts'
import type { Looks } from '../view.ts'

export interface PageRow {
  readonly name: string
  /** Null for a row that is left out. */
  readonly url: string | null
  /** The address that signs in; without one, `url` opens. */
  readonly signedIn?: string | null | undefined
  /** The key or command that opens it, in case the address does not fit. */
  readonly opener?: string
}

export interface RowLooks extends Pick<Looks, 'style'> {
  /** Columns; 0 for a pipe or a file, which gets no address that signs in. */
  readonly width?: number
  /** Whether the terminal shows links (OSC 8). */
  readonly links?: boolean
}

const NAME_WIDTH = 15

/** Rows of names and addresses. A click on an address signs in: it is written out, or behind the short one in a terminal with links. */
export function pageRows(rows: readonly PageRow[], looks: RowLooks): string[] {
  return rows.flatMap(({ name, url, ...row }) =>
    url === null ? [] : [`  ${name}`.padEnd(NAME_WIDTH) + addressOf({ ...row, url: escapeCell(url) }, looks)],
  )
}

function addressOf(
  { url, signedIn, opener }: Omit<PageRow, 'name'> & { readonly url: string },
  { style, width = 0, links }: RowLooks,
): string {
  const hint = opener === undefined ? '' : style.dim(`  ${opener}`)
  if (width === 0) return style.cyan(url) + hint
  const full = signedIn ?? url
  if (links === true) return style.cyan(link(url, full))
  const isFitting = displayWidth(full) + NAME_WIDTH <= width
  return isFitting || full === url ? style.cyan(full) : style.cyan(url) + hint
}

/** The tables of a store. */
export function dataAddress(portal: string | null, store: string | null): string | null {
  return portal === null || store === null ? null : `${portal}/data/${store}`
}
