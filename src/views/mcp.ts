/** The displayed parts of an MCP client's entry. */
export interface ShownEntry {
  readonly title: string
  readonly path: string
  readonly written: boolean
  /** Next step for you. */
  readonly next: string
}

/** Formats two lines: what was done, and the next step. */
export function installedEntryText({ title, path, written, next }: ShownEntry): string {
  const done = written ? `Added the entry for ${title} to ${path}.` : `${path} already has the entry for ${title}.`
  return `${done}\n${next}`
}
