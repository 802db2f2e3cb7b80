import { expect, it } from 'vitest'

import { supportsLinks } from '../../src/terminal/links.ts'

it.each<[Record<string, string>, boolean, boolean]>([
  [{ TERM: 'xterm-256color' }, true, false],
  [{ TERM_PROGRAM: 'iTerm.app' }, true, true],
  [{ TERM_PROGRAM: 'iTerm.app' }, false, false],
  [{ TERM_PROGRAM: 'Apple_Terminal' }, true, false],
  [{ VTE_VERSION: '7600' }, true, true],
  [{ VTE_VERSION: '4800' }, true, false],
  [{ WT_SESSION: 'x' }, true, true],
  [{ TERM: 'xterm-kitty' }, true, true],
  [{ TERM: 'xterm-kitty', TMUX: 'x' }, true, false],
  [{ TERM: 'xterm-kitty', NO_COLOR: '1' }, true, false],
  [{ TERM: 'xterm-kitty', CI: 'true' }, true, false],
  [{ TERM: 'dumb', VTE_VERSION: '7600' }, true, false],
  [{ FORCE_HYPERLINK: '1' }, false, true],
  [{ FORCE_HYPERLINK: '0', VTE_VERSION: '7600' }, true, false],
])('links in a terminal with %j, terminal %s: %s', (env, isTerminal, expected) => {
  expect(supportsLinks(env, isTerminal)).toBe(expected)
})
