export interface ProgramTools {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly print: (line: string) => void
  readonly printError: (line: string) => void
  readonly now: () => number
}
