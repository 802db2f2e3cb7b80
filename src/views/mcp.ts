/** What is shown about an entry for an MCP client. */
export interface ShownEntry {
  readonly title: string
  readonly path: string
  readonly written: boolean
  /** What a person has to do then. */
  readonly next: string
}

/** Two lines: what was done, and what comes next. */
export function installedEntryText({ title, path, written, next }: ShownEntry): string {
  const done = written ? `Added the entry for ${title} to ${path}.` : `${path} already has the entry for ${title}.`
  return `${done}\n${next}`
}
