/** Words from other CLIs that have another name in svcapp, or are not needed. */
export const advice: Readonly<Record<string, string>> = {
  ...each(
    ['login', 'logout', 'auth'],
    'The emulator needs no account. For the live platform, run `app install --target live`.',
  ),
  ...each(['whoami'], "The CLI has no account. Show a token's app, store and scopes with `app context`."),
  ...each(['sandbox'], 'The emulator is your sandbox. Start it with `app emulator start`, or let `app dev` start it.'),
  ...each(['store create', 'store new'], 'Create a store on the emulator with `app store open --name <name>`.'),
  ...each(
    ['tunnel', 'proxy'],
    'Only the live platform needs a tunnel. Start one with `app dev --target live --tunnel quick`.',
  ),
  ...each(['api'], 'Call the API with `app call raw`, or list its commands with `app call`.'),
  ...each(['events', 'deliveries'], 'List deliveries with `app webhook list`, and topics with `app webhook topics`.'),
  ...each(['trigger', 'events trigger'], 'Send a test event with `app webhook trigger`.'),
  ...each(['config', 'settings'], 'Edit the settings in app.toml. To see the resulting values, run `app status`.'),
  ...each(['secret forget', 'secret remove'], 'Delete stored secrets with `app secret delete`.'),
  ...each(['token forget', 'token remove'], "Delete an install's token with `app token delete`."),
  ...each(['link'], 'Connect the project to a live registration with `app register --target live`.'),
  ...each(['switch', 'use'], 'Select a store with `app store use`.'),
  ...each(['dashboard'], 'Open the pages with `app open`.'),
  ...each(['update'], 'Update an app to the newest template with `app upgrade`.'),
  ...each(['deploy', 'publish', 'push', 'release'], 'Publish the app with `app submit`.'),
  ...each(['tail', 'logs', 'log'], 'Follow the running app with `app dev logs --follow`.'),
  ...each(['new', 'create', 'generate'], 'Create an app with `app init`.'),
  ...each(['run', 'serve', 'start'], 'Run your app with `app dev`, or the emulator alone with `app emulator start`.'),
  ...each(['stop'], 'Stop `app dev` with `app dev stop`, and the emulator with `app emulator stop`.'),
  ...each(['order', 'order place'], 'Place a test order with `app emulator order place`.'),
  ...each(['listen'], 'Receive events with `app webhook listen`.'),
  ...each(['orders costs', 'call orders costs'], "List or change an order's costs with `app call order-costs`."),
}

function each(words: readonly string[], text: string): Record<string, string> {
  return Object.fromEntries(words.map((word) => [word, text]))
}

/** Returns what to type instead, or null if no other CLI uses the word. */
export function wordOfAnotherTool(typed: readonly string[]): string | null {
  const found = typed.map((_, at) => typed.slice(0, at + 1).join(' ')).findLast((words) => Object.hasOwn(advice, words))
  return found === undefined ? null : (advice[found] ?? null)
}
