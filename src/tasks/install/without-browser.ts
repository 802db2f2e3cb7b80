/** What a person does who has no browser here: on the emulator, and on the live platform. */
export const withoutBrowser = {
  emulator: "Without a browser: `app install --approve` approves as the store's manager.",
  live: 'For a browser on another machine: `app install --paste` asks for the address that it ends on.',
} as const
