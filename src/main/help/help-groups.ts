/** A command or topic as typed, without `app`. */
type Words = string

export interface HelpGroup {
  readonly title: string
  /** In display order. A topic may be followed by its commands that a newcomer looks for. */
  readonly entries: readonly Words[]
}

type Line = readonly [command: Words, about: string]

/** The first commands to type, with their descriptions. */
export const startHere: readonly Line[] = [
  ['init', 'Create an app with tests in a new folder.'],
  ['dev', 'Run the app on the local emulator. Press o to place an order.'],
]

/** First page of help: commands that an app developer types every day, each in one line of 80 columns. */
export const everyday: readonly Line[] = [
  ['call', "Call the platform's API with the app's token."],
  ['emulator order place', 'Place a test order, which sends order.created.'],
  ['webhook trigger', 'Send one signed event to your app.'],
  ['webhook list', "List deliveries with your app's responses, newest first."],
  ['webhook why', 'Explain why no event arrives.'],
  ['open', 'Open the store admin, portal, inspector or your app.'],
  ['dev status', 'Show the health and URLs of a running `app dev`.'],
  ['check', 'Find what a platform review would find.'],
  ['submit', 'Publish the app, after a review if required.'],
  ['doctor', 'Check this machine, the project and the platform.'],
]

/**
 * Groups of `app help --all`. Each top-level command and topic is in exactly one of them
 * (test/main/help/help-groups.test.ts). Put a new one where a user would look for it.
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
  { title: 'HELP', entries: ['doctor', 'docs', 'explain', 'commands', 'mcp', 'completion', 'version'] },
]
