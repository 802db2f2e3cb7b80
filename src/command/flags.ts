import * as Flags from '@oclif/core/flags'

/** Which install a command means. */
export const installFlags = {
  store: Flags.string({ summary: 'Store code or id; the current store when left out.', helpValue: '<code>' }),
  region: Flags.string({ summary: 'Region by id, code, country or currency.', helpValue: '<region>' }),
}

/** Which store of the emulator a command means. */
export const storeFlag = {
  store: Flags.string({
    summary: "Store code or id; the current store, the app's first test store, or the only one, when left out.",
    helpValue: '<code>',
  }),
}

/** Of every command that shows a table. */
export const wideFlag = {
  wide: Flags.boolean({
    summary: 'Show all columns, uncut. A pipe gets them tab-separated, without a header; --json has names.',
  }),
}

/** Of every call. */
export const debugFlag = {
  debug: Flags.boolean({ summary: 'Ask for the true cause of a refusal; only the emulator tells it.' }),
}

/** Which app of the emulator a command means. */
export const appFlag = {
  app: Flags.string({ summary: 'Key of the app; that of this project when left out.', helpValue: '<key>' }),
}

/** Where a body comes from. */
export const bodyFlags = {
  data: Flags.string({
    summary: 'JSON body: @file, - for stdin, or the text itself; rows also as CSV.',
    helpValue: '<json>',
  }),
  'raw-field': Flags.string({
    char: 'f',
    multiple: true,
    summary: 'A field of the body as text.',
    helpValue: '<key=value>',
  }),
  field: Flags.string({ char: 'F', multiple: true, summary: 'A field of the body as JSON.', helpValue: '<key=json>' }),
}

export const yesFlag = { yes: Flags.boolean({ char: 'y', summary: 'Write to the live platform without asking.' }) }

/** What a new store is filled with. */
export const seedSizesText =
  'small: a dozen products, 40 orders; demo: 200 products, 500 orders of a year; large: 100,000 products, 50,000 orders.'

/** Of `app dev`. */
export const otlpEndpointFlag = Flags.string({
  summary: 'OpenTelemetry collector for traces (OTLP/HTTP).',
  helpValue: '<url>',
  helpGroup: 'OUTPUT',
})

/** A port of this machine that a server listens on; 0 lets the system pick one. */
export function portFlag(port: number, summary: string, { max = 65_535, helpGroup = '' } = {}) {
  return Flags.integer({ default: port, min: 0, max, summary, helpGroup, helpValue: '<port>' })
}

/** Where the four servers of an emulator listen, in a row from this port on. */
export function firstOfFourPortsFlag(port: number, summary: string, helpGroup = '') {
  return portFlag(port, summary, { max: 65_535 - 3, helpGroup })
}
