import { expect, it } from 'vitest'

import { callingAgent } from '../../src/processes/calling-agent.ts'

it.each([
  [{}, null],
  [{ AI_AGENT: 'my-tool ' }, 'my-tool'],
  [{ AI_AGENT: '' }, null],
  [{ CLAUDECODE: '1' }, 'claude'],
  [{ CODEX_THREAD_ID: 'x' }, 'codex'],
  [{ AI_AGENT: 'own', GEMINI_CLI: '1' }, 'own'],
  // A person's own shell has these.
  [{ CURSOR_TRACE_ID: 'x', REPL_ID: 'y', COPILOT_GITHUB_TOKEN: 'z', COPILOT_MODEL: 'm', TERM_PROGRAM: 'vscode' }, null],
])('%j is called by %s', (env, agent) => {
  expect(callingAgent(env)).toBe(agent)
})
