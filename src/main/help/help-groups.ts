/** A command or topic as it is typed, without `app`. */
type Words = string

export interface HelpGroup {
  readonly title: string
  /** In the order in which they are shown. A topic may be followed by those of its commands that a newcomer looks for. */
  readonly entries: readonly Words[]
}

/** The first three things to type, and what comes of each. */
export const startHere: readonly (readonly [command: string, result: string])[] = [
  ['init', 'Make a running app, with tests, in its own folder.'],
  ['dev', 'Run it against the platform on this machine: every delivery and call is shown.'],
  ['call orders list --region tr', "Call the platform's API with the token of the app."],
]

/**
 * The groups of `app --help`. Each command and topic of the top level stands in exactly one of them (test/main/help/help-groups.test.ts): a new one goes where
 * a person would look for it.
 */
export const helpGroups: readonly HelpGroup[] = [
  { title: 'BUILD AND RUN', entries: ['init', 'dev', 'open', 'register', 'env', 'types', 'upgrade'] },
  {
    title: 'WEBHOOKS',
    entries: ['webhook', 'webhook trigger', 'webhook list', 'webhook replay', 'webhook why', 'journal'],
  },
  { title: 'PANEL AND REVIEW', entries: ['check', 'test', 'submit', 'status', 'embed', 'manifest'] },
  { title: 'API', entries: ['call', 'call raw', 'context', 'scopes', 'live'] },
  { title: 'STORES AND INSTALLS', entries: ['store', 'install', 'uninstall', 'token', 'secret', 'portal'] },
  {
    title: 'EMULATOR',
    entries: ['emulator', 'emulator start', 'emulator order place', 'emulator fault set', 'emulator exec', 'chaos'],
  },
  { title: 'HELP', entries: ['doctor', 'explain', 'commands', 'mcp', 'completion', 'version'] },
]
