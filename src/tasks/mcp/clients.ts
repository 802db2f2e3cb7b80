/** A client of MCP servers, and the file in a project in which it looks for them. */
export interface McpClient {
  /** As people call it. */
  readonly title: string
  /** Below the project's folder. */
  readonly file: string
  readonly format: 'json' | 'toml'
  /** Where its servers stand in the file, by name. */
  readonly servers: readonly string[]
  /** Beside command and arguments. */
  readonly more: Readonly<Record<string, string>>
  /** What a person has to do then. */
  readonly next: string
}

const servers = ['mcpServers'] as const

/** As their documentation of November 2026 has it; of each the file that a team shares. */
export const mcpClients = {
  'claude-code': {
    title: 'Claude Code',
    file: '.mcp.json',
    format: 'json',
    servers,
    more: { type: 'stdio' },
    next: 'It asks once whether the server of this project may run.',
  },
  codex: {
    title: 'Codex',
    file: '.codex/config.toml',
    format: 'toml',
    servers: ['mcp_servers'],
    more: {},
    next: 'It reads the file in a project that you trust.',
  },
  cursor: {
    title: 'Cursor',
    file: '.cursor/mcp.json',
    format: 'json',
    servers,
    more: { type: 'stdio' },
    next: 'Switch the server on in its settings, under MCP.',
  },
  gemini: {
    title: 'Gemini CLI',
    file: '.gemini/settings.json',
    format: 'json',
    servers,
    more: {},
    next: 'Start it again in this folder.',
  },
  vscode: {
    title: 'VS Code',
    file: '.vscode/mcp.json',
    format: 'json',
    servers: ['servers'],
    more: { type: 'stdio' },
    next: 'Start the server above its entry in the file.',
  },
} as const satisfies Readonly<Record<string, McpClient>>

export type McpClientName = keyof typeof mcpClients

// The keys of an object of ours.
export const mcpClientNames = Object.keys(mcpClients) as McpClientName[]
