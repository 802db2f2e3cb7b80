/**
 * Variables that a coding agent sets for the commands that it runs itself, and for no terminal in which a person types. From the sources of
 * `@vercel/detect-agent` 1.2.7, without those that a person's shell has too: CURSOR_TRACE_ID (every terminal of that editor), REPL_ID (every shell there),
 * COPILOT_MODEL, COPILOT_ALLOW_ALL and COPILOT_GITHUB_TOKEN (settings that people keep in their profiles).
 */
const variables: readonly (readonly [string, string])[] = [
  ['CLAUDECODE', 'claude'],
  ['CLAUDE_CODE', 'claude'],
  ['CURSOR_AGENT', 'cursor'],
  ['GEMINI_CLI', 'gemini'],
  ['CODEX_SANDBOX', 'codex'],
  ['CODEX_CI', 'codex'],
  ['CODEX_THREAD_ID', 'codex'],
  ['ANTIGRAVITY_AGENT', 'antigravity'],
  ['AUGMENT_AGENT', 'augment'],
  ['OPENCODE_CLIENT', 'opencode'],
]

/** The coding agent that runs this command, by the name that it gives itself (AI_AGENT) or the one we know; null for a person and for every other program. */
export function callingAgent(env: Readonly<Record<string, string | undefined>>): string | null {
  const own = env['AI_AGENT']?.trim()
  if (own) return own
  return variables.find(([name]) => env[name])?.[1] ?? null
}
