/** What each exit code of this tool means. */
export const exitMeanings: Readonly<Record<number, string>> = {
  0: 'Done, even when the reader closed stdout early.',
  1: 'Unexpected: a bug in this tool.',
  2: 'Usage: the command line, or a value on it, is not allowed. Nothing was done.',
  3: 'Project or configuration: app.toml, this machine, or a file of this tool stands in the way.',
  4: 'Authentication: no token, no secret, or one that the platform does not accept.',
  5: 'Scope: the token lacks one (403).',
  6: 'Payment pending (402).',
  7: 'Rate limited (429).',
  8: 'Network, port or tunnel.',
  9: 'Partial failure: the platform answered 200, but some rows failed.',
  10: 'The app refused a delivery, or accepted none.',
  11: 'A check failed: the command worked, and what it looked at is not in order.',
  12: 'Any other refusal of the platform.',
  130: 'Interrupted, or a question was answered with no.',
}
