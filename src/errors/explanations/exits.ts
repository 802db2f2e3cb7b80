/** Meaning of each svcapp exit code. */
export const exitMeanings: Readonly<Record<number, string>> = {
  0: 'Success, even if the reader closed stdout early.',
  1: 'Unexpected error: a bug in this tool.',
  2: 'Usage error: an invalid command or value. Nothing was done.',
  3: 'Project or configuration error: app.toml, this machine or an svcapp file.',
  4: 'Authentication or install error: a missing or invalid token or secret, or an unfinished install.',
  5: 'The token lacks a scope (403).',
  6: 'Payment pending (402).',
  7: 'Rate limited (429).',
  8: 'Network, port or tunnel error.',
  9: 'Partial failure: the platform returned 200, but some rows failed.',
  10: 'The app rejected a delivery, accepted no delivery, or accepted one that it must reject.',
  11: 'A check found a problem.',
  12: 'The platform rejected the request for another reason.',
  130: 'Interrupted, or a prompt was answered with no.',
}
