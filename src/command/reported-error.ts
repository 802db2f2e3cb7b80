/** How a failed command tells main.ts that its error is on the screen already, and with which code the process ends. */
export class ReportedError extends Error {
  readonly oclif: { readonly exit: number }

  constructor(exit: number, cause: unknown) {
    super('An error that has been shown already.', { cause })
    this.oclif = { exit }
  }
}
