import * as Flags from '@oclif/core/flags'

/** The ports of what `app dev` opens; without a flag, another port is taken where the usual one is held. */
export const devPortFlags = {
  port: Flags.integer({
    default: 4810,
    min: 0,
    max: 65_535,
    summary: 'Port of the gateway; 0 picks a free one.',
    helpValue: '<port>',
  }),
  'outbound-port': Flags.integer({
    default: 4811,
    min: 0,
    max: 65_535,
    summary: "Port of the gateway's outbound side, which the app calls; 0 picks a free one.",
    helpValue: '<port>',
  }),
  inspector: Flags.boolean({
    default: true,
    allowNo: true,
    summary: 'Serve the inspector, the page over all that happened, on its own port.',
  }),
  'inspector-port': Flags.integer({
    default: 4812,
    min: 0,
    max: 65_535,
    summary: 'Port of the inspector; 0 picks a free one.',
    helpValue: '<port>',
  }),
  'emulator-port': Flags.integer({
    default: 4800,
    min: 0,
    max: 65_532,
    summary: 'First of four ports of an emulator that is started here; 0 picks free ones.',
    helpValue: '<port>',
  }),
}
