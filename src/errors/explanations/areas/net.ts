import type { Explained } from '../explanation.ts'

export const net: Explained<'net'> = {
  'net.insecure': {
    causes: ['targets.live.base_url in app.toml is http and not this machine. A token is not sent that way.'],
    fix: ['Write https. Plain http is for 127.0.0.1, [::1] and localhost.'],
  },
  'net.intercepted': {
    causes: [
      'A firewall blocks the request and shows a page of its own.',
      'A gateway in front of the platform cannot reach it (502, 503, 504).',
      'base_url is not the address of the API.',
    ],
    example: {
      run: 'app context --target live',
      result: "This response is not from the platform's API (403, 129 bytes of text/html, server: cloudflare).",
    },
    check: ['`app doctor --target live` shows the proxy in use.', 'The same address in a browser shows the page.'],
    fix: [
      'Do not reinstall the app: the token is probably valid, and a new install revokes it.',
      'Ask the administrator of the network to allow the address, or use another network.',
    ],
  },
  'net.proxy-auth': {
    causes: ['The proxy of HTTPS_PROXY, ALL_PROXY or HTTP_PROXY requires a sign-in, or rejected the one in its URL.'],
    example: {
      run: 'app context --target live',
      result: 'The proxy http://proxy.example:8080 (HTTPS_PROXY) requires a name and password (407). Nothing was sent.',
    },
    check: ['`app doctor --target live` shows the proxy in use, without its password.'],
    fix: ['Set HTTPS_PROXY to http://name:password@proxy.example:8080, special characters percent-encoded.'],
  },
  'net.proxy-failed': {
    causes: [
      'The proxy of HTTPS_PROXY, ALL_PROXY or HTTP_PROXY is not reachable, or does not allow the address.',
      'The variable holds no URL of an HTTP proxy.',
    ],
    example: {
      run: 'app context --target live',
      result: 'The proxy http://proxy.example:8080 (HTTPS_PROXY) rejected the connection (403). Nothing was sent.',
    },
    check: ['`app doctor --target live` shows the proxy in use, without its password.'],
    fix: ['Correct the variable, or add the host name to NO_PROXY if it needs no proxy.'],
  },
  'net.redirected': {
    causes: [
      'The address in app.toml is an old one, or one without www.',
      'A sign-in page or proxy stands in front of the target.',
    ],
    check: ['`curl -sI` with that address shows where it leads.'],
    fix: ['Put the address that the platform really has into app.toml.'],
  },
  'net.timeout': {
    causes: [
      'The target is overloaded, or a firewall swallows the connection.',
      'A fault that was set on the emulator.',
    ],
    example: { run: 'app call orders list', result: 'No answer in 30 s.' },
    check: [{ emulator: '`app emulator fault list`.' }, '`app doctor` tries the target.'],
    fix: ['After a write, check first whether it was done: the target may have received it. Then try again.'],
  },
  'net.tls-off': {
    causes: ['NODE_TLS_REJECT_UNAUTHORIZED=0 is set in the environment: anybody on the way could read the token.'],
    example: { run: 'NODE_TLS_REJECT_UNAUTHORIZED=0 app context --target live', result: 'Nothing was sent.' },
    check: ['`env | grep NODE_TLS`'],
    fix: ['Unset it. For a certificate authority of your own, set NODE_EXTRA_CA_CERTS to its certificate.'],
  },
  'net.too-large': {
    causes: ['The address is not that of the platform.', 'A page that is too large was asked for.'],
    check: ['`app doctor` says whether the target is the platform.'],
    fix: ['Correct the address in app.toml, or ask for smaller pages.'],
  },
  'net.unreachable': {
    causes: [
      'Nothing listens there: the emulator or the app does not run.',
      'No network, or a host name that is not known.',
      'A proxy is necessary: set HTTPS_PROXY.',
      'A TLS certificate of an authority that Node does not know, such as mkcert or a company proxy.',
    ],
    example: { run: 'app webhook trigger order.created', result: 'No connection: nothing listens there.' },
    check: [{ emulator: '`app emulator status`.' }, '`app doctor` checks all of it.'],
    fix: [
      {
        emulator: 'Start what is missing: `app dev`, or `app emulator start`.',
        live: 'Check the network and base_url under [targets.live] in app.toml.',
      },
      'On the live platform: the address in app.toml, and the network.',
      'For a certificate: set NODE_EXTRA_CA_CERTS to the PEM file of its authority; mkcert has it at $(mkcert -CAROOT)/rootCA.pem.',
    ],
  },
}
