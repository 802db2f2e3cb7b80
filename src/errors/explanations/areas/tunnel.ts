import type { Explained } from '../explanation.ts'

export const tunnel: Explained<'tunnel'> = {
  'tunnel.binary-altered': {
    causes: ['A proxy changed the file on its way, or it was cut off.', 'Somebody replaced it.'],
    check: ['With --json, details.expected and details.found.'],
    fix: ['Install cloudflared yourself and have it in PATH.'],
  },
  'tunnel.download-failed': {
    causes: ['No network, or a proxy that does not let GitHub through.'],
    check: ['`cloudflared --version`: one in PATH is used before any other.'],
    fix: ['Install it and have it in PATH.', 'Or name an address that leads here: --tunnel-url.'],
  },
  'tunnel.not-open': {
    causes: [
      'A firewall does not let port 7844 out.',
      'Your own address does not forward to the port of the gateway.',
      'The name is not in the DNS yet.',
    ],
    check: ['The lines of cloudflared above; `app doctor` tests the way step by step.'],
    fix: [
      'Let port 7844 out, or forward your address to the gateway (port 4810, or --port), with path and body unchanged.',
    ],
  },
  'tunnel.rejected': {
    causes: [
      'Too many quick tunnels from this address for now.',
      'A named tunnel that is not known, or cloudflared is not signed in.',
    ],
    check: ['`cloudflared tunnel list`'],
    fix: ['Wait some minutes, or `cloudflared tunnel login` for one of your own.'],
  },
  'tunnel.unsupported': {
    causes: ['No cloudflared is released for this system and processor.'],
    check: ['`cloudflared --version`'],
    fix: ['Install it yourself and have it in PATH, or name an address that leads here: --tunnel-url.'],
  },
}
