import { link } from '../../terminal/links.ts'
import { displayWidth } from '../../terminal/width.ts'
import { escapeCell } from '../../text/escape.ts'
import type { Looks } from '../view.ts'

export interface PageRow {
  readonly name: string
  /** Address, or null to omit the row. */
  readonly url: string | null
  /** Address that signs you in. Without it, `url` opens. */
  readonly signedIn?: string | null | undefined
  /** Key or command that opens the address, in case the address is too wide. */
  readonly opener?: string
}

export interface RowLooks extends Pick<Looks, 'style'> {
  /** Columns, or 0 for a pipe or file, which gets no address that signs you in. */
  readonly width?: number
  /** Whether the terminal supports links (OSC 8). */
  readonly links?: boolean
}

const NAME_WIDTH = 15

/** Formats rows of names and addresses. The sign-in address is written out, or linked from the short one if the terminal supports links. */
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

/** Returns the address of a store's tables. */
export function dataAddress(portal: string | null, store: string | null): string | null {
  return portal === null || store === null ? null : `${portal}/data/${store}`
}
