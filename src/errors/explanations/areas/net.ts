import type { Explained } from '../explanation.ts'

export const net: Explained<'net'> = {
  'net.insecure': {
    causes: ['targets.live.base_url in app.toml uses http but is not on this machine.'],
    fix: ['Use https. Plain http is only for 127.0.0.1, [::1] and localhost.'],
  },
  'net.intercepted': {
    causes: [
      'A firewall blocks the request and returns its own page.',
      'A gateway in front of the platform cannot reach it (502, 503, 504).',
      "targets.live.base_url is not the API's URL.",
    ],
    example: {
      run: 'app context --target live',
      result: "This response is not from the platform's API (403, 129 bytes of text/html, server: cloudflare).",
    },
    check: [
      '`app doctor --target live` shows the proxy in use.',
      'Open targets.live.base_url in a browser to see the page.',
    ],
    fix: [
      'Do not reinstall the app. The token is probably valid, and a new install revokes it.',
      'If a firewall responded, ask your network administrator to allow the host, or use another network.',
      'If a gateway responded (502, 503, 504), try again later. If the problem continues, contact platform support.',
    ],
  },
  'net.proxy-auth': {
    causes: [
      'The proxy in HTTPS_PROXY, ALL_PROXY or HTTP_PROXY requires a sign-in, or rejected the name and password in its URL.',
    ],
    check: ['`app doctor --target live` shows the proxy in use, without its password.'],
    fix: ['Set HTTPS_PROXY to http://name:password@proxy.example:8080, with special characters percent-encoded.'],
  },
  'net.proxy-failed': {
    causes: [
      'The proxy in HTTPS_PROXY, ALL_PROXY or HTTP_PROXY is not reachable, or does not allow the target.',
      'The variable is not the URL of an HTTP proxy.',
    ],
    check: ['`app doctor --target live` shows the proxy in use, without its password.'],
    fix: ['Correct the variable. If the host needs no proxy, add its name to NO_PROXY.'],
  },
  'net.redirected': {
    causes: [
      'targets.live.base_url in app.toml is out of date, or lacks www.',
      'A sign-in page or proxy is in front of the target.',
    ],
    check: ['`curl -sI` with base_url shows the redirect.'],
    fix: ["Set base_url to the platform's current URL."],
  },
  'net.timeout': {
    causes: ['The target is overloaded, or a firewall drops the connection.', 'A fault is set on the emulator.'],
    check: [{ emulator: '`app emulator fault list` lists the faults.' }, '`app doctor` checks the target.'],
    fix: ['If the command writes, first check whether the write has completed. Then run the command again if needed.'],
  },
  'net.tls-off': {
    causes: ['NODE_TLS_REJECT_UNAUTHORIZED=0 is set, so an attacker on the network could read the token.'],
    example: {
      run: 'NODE_TLS_REJECT_UNAUTHORIZED=0 app context --target live',
      result: 'NODE_TLS_REJECT_UNAUTHORIZED=0 disables TLS verification. Nothing was sent.',
    },
    check: ['`env | grep NODE_TLS`'],
    fix: [
      'Unset NODE_TLS_REJECT_UNAUTHORIZED. For your own certificate authority, set NODE_EXTRA_CA_CERTS to its certificate.',
    ],
  },
  'net.too-large': {
    causes: ['targets.live.base_url in app.toml does not belong to the platform.', 'The requested page is too large.'],
    check: ['`app doctor` checks whether the target is the platform.'],
    fix: ['Correct base_url, or request smaller pages.'],
  },
  'net.unreachable': {
    causes: [
      'The emulator or the app is not running.',
      'The network is down, or the host name is unknown.',
      'The network requires a proxy, and HTTPS_PROXY is not set.',
      "Node does not trust the certificate authority, for example mkcert's or a company proxy's.",
    ],
    example: {
      run: 'app webhook trigger order.created',
      result: 'No connection to 127.0.0.1:3000: no process listens on that port.',
    },
    check: [
      { emulator: '`app emulator status` shows whether the emulator is running.' },
      '`app doctor` checks all these causes.',
    ],
    fix: [
      {
        emulator: 'Start the app or the emulator: `app dev`, or `app emulator start`.',
        live: 'Check the network and base_url under [targets.live] in app.toml.',
      },
      'If Node does not trust a certificate, set NODE_EXTRA_CA_CERTS to the PEM file of its authority. For mkcert, the file is $(mkcert -CAROOT)/rootCA.pem.',
    ],
  },
}
