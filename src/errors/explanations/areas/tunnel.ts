import type { Explained } from '../explanation.ts'

export const tunnel: Explained<'tunnel'> = {
  'tunnel.binary-altered': {
    causes: ['A proxy changed or truncated the download.', 'The cloudflared file was replaced.'],
    check: ['With --json, compare details.expected and details.found.'],
    fix: ['Install cloudflared yourself and add it to PATH.'],
  },
  'tunnel.download-failed': {
    causes: ['The network is down, or a proxy blocks GitHub.'],
    check: ['`cloudflared --version` shows whether cloudflared is in PATH.'],
    fix: ['Install cloudflared and add it to PATH.', 'Or set your own public address with --tunnel-url.'],
  },
  'tunnel.not-open': {
    causes: [
      'A firewall blocks outgoing connections to port 7844.',
      'The address in --tunnel-url does not forward to the gateway port.',
      'The host name is not in DNS yet.',
    ],
    check: ['Read the cloudflared output. `app doctor` tests each step of the path.'],
    fix: [
      'Allow outgoing port 7844, or forward your own address to the gateway (port 4810, or --port) with path and body unchanged.',
    ],
  },
  'tunnel.rejected': {
    causes: [
      'Too many quick tunnels were opened from your IP address.',
      'The named tunnel is unknown, or cloudflared is not signed in.',
    ],
    check: ['`cloudflared tunnel list`'],
    fix: ['Wait a few minutes, or run `cloudflared tunnel login` to use your own tunnel.'],
  },
  'tunnel.unsupported': {
    causes: ['cloudflared has no release for this system and processor.'],
    check: ['`cloudflared --version`'],
    fix: ['Install cloudflared yourself and add it to PATH, or set your own public address with --tunnel-url.'],
  },
}
