import * as Flags from '@oclif/core/flags'

/** Flags that select an install. */
export const installFlags = {
  store: Flags.string({ summary: 'Store code or id. Default: the current store.', helpValue: '<code>' }),
  region: Flags.string({ summary: 'Region by id, code, country or currency.', helpValue: '<region>' }),
}

/** Flag that selects an emulator store. */
export const storeFlag = {
  store: Flags.string({
    summary: "Store code or id. Default: the current store, the app's first test store, or the only store.",
    helpValue: '<code>',
  }),
}

/** Flag of every command that shows a table. */
export const wideFlag = {
  wide: Flags.boolean({
    summary: 'Show all columns in full. Pipes get tab-separated rows without a header (use --json for names).',
  }),
}

/** Flag of every API call. */
export const debugFlag = {
  debug: Flags.boolean({ summary: 'Show the true cause of a rejection (emulator only).' }),
}

/** Flag that selects an emulator app. */
export const appFlag = {
  app: Flags.string({ summary: "App key. Default: this project's app.", helpValue: '<key>' }),
}

/** Flags for the source of a request body. */
export const bodyFlags = {
  data: Flags.string({
    summary: 'JSON body: @file, - for stdin, or the JSON itself. Rows can also be CSV.',
    helpValue: '<json>',
  }),
  'raw-field': Flags.string({
    char: 'f',
    multiple: true,
    summary: 'Body field as text.',
    helpValue: '<key=value>',
  }),
  field: Flags.string({ char: 'F', multiple: true, summary: 'Body field as JSON.', helpValue: '<key=json>' }),
}

export const yesFlag = { yes: Flags.boolean({ char: 'y', summary: 'Write to the live platform without asking.' }) }

/** Default seed sizes of a new store. */
export const seedSizesText =
  'Sizes: small (a dozen products, 40 orders), demo (200 products, 500 orders over a year) and large (100,000 products, 50,000 orders).'

/** Flag of `app dev`. */
export const otlpEndpointFlag = Flags.string({
  summary: 'OpenTelemetry collector for traces (OTLP/HTTP).',
  helpValue: '<url>',
  helpGroup: 'OUTPUT',
})

/** Returns a flag for a port to listen on. With 0 the system picks one. */
export function portFlag(port: number, summary: string, { max = 65_535, helpGroup = '' } = {}) {
  return Flags.integer({ default: port, min: 0, max, summary, helpGroup, helpValue: '<port>' })
}

/** Returns a flag for the first of the emulator's four consecutive ports. */
export function firstOfFourPortsFlag(port: number, summary: string, helpGroup = '') {
  return portFlag(port, summary, { max: 65_535 - 3, helpGroup })
}
