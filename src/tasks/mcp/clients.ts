import { join } from 'node:path'

/** An MCP client and its configuration file. */
export interface McpClient {
  /** Display name. */
  readonly title: string
  /** Path in the project folder, or a function if the client has only a user file outside the project. */
  readonly file: string | ((user: UserHome) => string)
  readonly format: 'json' | 'toml'
  /** Path of keys to the servers in the file. */
  readonly servers: readonly string[]
  /** Members in addition to command and arguments. */
  readonly more: Readonly<Record<string, string>>
  /** Next step for the user. */
  readonly next: string
}

/** Facts that decide where a program stores its user's files. */
export interface UserHome {
  /** Node's platform name. */
  readonly platform: string
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
}

const servers = ['mcpServers'] as const

/** From the clients' documentation of November 2026: the file that a team shares, if there is one. */
export const mcpClients = {
  'claude-code': {
    title: 'Claude Code',
    file: '.mcp.json',
    format: 'json',
    servers,
    more: { type: 'stdio' },
    next: "Claude Code asks once whether this project's server may run.",
  },
  'claude-desktop': {
    title: 'Claude Desktop',
    file: claudeFile,
    format: 'json',
    servers,
    more: {},
    next: 'Quit and reopen Claude Desktop.',
  },
  codex: {
    title: 'Codex',
    file: '.codex/config.toml',
    format: 'toml',
    servers: ['mcp_servers'],
    more: {},
    next: 'Codex reads the file only in projects that you trust.',
  },
  cursor: {
    title: 'Cursor',
    file: '.cursor/mcp.json',
    format: 'json',
    servers,
    more: { type: 'stdio' },
    next: 'Turn on the server in the Cursor settings, under MCP.',
  },
  gemini: {
    title: 'Gemini CLI',
    file: '.gemini/settings.json',
    format: 'json',
    servers,
    more: {},
    next: 'Restart Gemini CLI in this folder.',
  },
  'lm-studio': {
    title: 'LM Studio',
    file: ({ home }) => join(home, '.lmstudio', 'mcp.json'),
    format: 'json',
    servers,
    more: {},
    next: 'Turn on the server under Program, Integrations.',
  },
  vscode: {
    title: 'VS Code',
    file: '.vscode/mcp.json',
    format: 'json',
    servers: ['servers'],
    more: { type: 'stdio' },
    next: 'Click Start above the entry in the file.',
  },
  windsurf: {
    title: 'Windsurf',
    file: ({ home }) => join(home, '.codeium', 'windsurf', 'mcp_config.json'),
    format: 'json',
    servers,
    more: {},
    next: 'Press refresh in the Windsurf settings, under MCP servers.',
  },
} as const satisfies Readonly<Record<string, McpClient>>

function claudeFile({ platform, home, env }: UserHome): string {
  const name = join('Claude', 'claude_desktop_config.json')
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', name)
  if (platform === 'win32') return join(env['APPDATA'] || join(home, 'AppData', 'Roaming'), name)
  return join(env['XDG_CONFIG_HOME'] || join(home, '.config'), name)
}

export type McpClientName = keyof typeof mcpClients

// The object above has no other keys.
export const mcpClientNames = Object.keys(mcpClients) as McpClientName[]

/** Clients with a file in the project. The others have only a user file. */
export const projectClients = mcpClientNames.filter((name) => typeof mcpClients[name].file === 'string')
export const userClients = mcpClientNames.filter((name) => typeof mcpClients[name].file !== 'string')
