import { kitCodes } from './kit-codes.ts'

/** Every code of `AppError` with its meaning and exit code.
 * Codes are public: scripts rely on them, so codes are added deliberately and never renamed. `area.reason`, sorted within its area.
 * Exits: 1 unexpected, 2 usage, 3 project or configuration, 4 authentication, 5 scope, 6 payment pending, 7 rate limited,
 * 8 network, port or tunnel, 9 partial failure, 10 the app rejected a delivery, 11 a check failed, 12 other API error, 130 interrupted. */
export const errorCodes = {
  ...kitCodes,
  'api.bad-response': { exit: 12, about: 'The response does not have the documented shape. No part of it was stored.' },
  'api.bad-path': { exit: 2, about: 'The path is not below /api/apps/v1. Nothing was sent.' },
  'api.bad-upload': { exit: 2, about: 'The platform does not accept this file. Nothing was sent.' },
  'api.error': { exit: 12, about: 'The platform rejected the request for a reason that has no other code.' },
  'api.forbidden': { exit: 5, about: 'The token lacks the scope that the endpoint requires (403).' },
  'api.partial-failure': { exit: 9, about: 'The platform responded with 200, but some rows failed.' },
  'api.payment-pending': { exit: 6, about: 'The app subscription is not active: payment pending (402).' },
  'api.rate-limited': { exit: 7, about: 'The request budget is exhausted (429).' },
  'api.unauthorized': { exit: 4, about: 'The platform rejected the token (401).' },

  'chaos.failed': { exit: 11, about: 'The app failed under faults. The result lists the failures.' },
  'chaos.no-app': { exit: 3, about: 'No running app to test.' },
  'chaos.running': { exit: 3, about: 'Another chaos run is active on this emulator.' },

  'check.failed': { exit: 11, about: '`app check` found an error or ran out of time.' },

  'cli.interrupted': { exit: 130, about: 'Stopped by Ctrl-C or a signal, or a prompt was answered with no.' },
  'cli.old-node': { exit: 3, about: 'This version of Node.js is too old.' },
  'cli.output-lost': { exit: 3, about: 'Output could not be written to stdout, so it is lost or truncated.' },
  'cli.unexpected': { exit: 1, about: 'A bug in this tool.' },

  'credentials.broken': { exit: 3, about: 'A secrets file is damaged or was not written by svcapp.' },
  'credentials.busy': { exit: 3, about: 'Another process kept the secret store locked for too long.' },
  'credentials.locked': { exit: 4, about: 'The keychain is locked and was not unlocked in time.' },
  'credentials.bad-passphrase': {
    exit: 4,
    about: 'The passphrase for the encrypted credentials file is wrong, missing or too short.',
  },
  'credentials.rejected': { exit: 4, about: 'The secret store rejected the operation.' },
  'credentials.timeout': { exit: 4, about: 'The keychain did not respond within 3 seconds.' },
  'credentials.unavailable': { exit: 3, about: 'No keychain or other secret store is available on this machine.' },

  'dev.already-running': { exit: 3, about: 'Another `app dev` is running in this project.' },
  'dev.app-failed': { exit: 3, about: 'The app exited or did not respond on its port in time.' },
  'dev.install-failed': { exit: 4, about: 'The app could not be installed through its install page.' },
  'dev.no-event': { exit: 10, about: 'The app was installed but accepted no event in time.' },
  'dev.published': { exit: 3, about: "A published app's URLs must not change. Nothing was started." },
  'dev.untrusted': { exit: 3, about: 'The dev command is new or has changed and is not approved on this machine.' },

  'doctor.failed': { exit: 11, about: 'A check of `app doctor` failed. Its result shows the fix.' },

  'page.unavailable': { exit: 8, about: 'No running process serves the page, or its URL is unknown.' },

  'embed.no-panel': { exit: 3, about: 'The manifest declares no panel in the store admin, so no URL can be embedded.' },
  'embed.rejected': { exit: 11, about: 'The embed token is invalid. The result shows which step rejected it.' },

  'emulator.ambiguous-event': {
    exit: 2,
    about: 'The partial event id matches more than one operation. Nothing was done.',
  },
  'emulator.already-running': { exit: 3, about: 'Another emulator is running on the same data folder.' },
  'emulator.bad-request': { exit: 2, about: 'The request contains an unknown name or a value that is not allowed.' },
  'emulator.conflict': { exit: 2, about: "The request conflicts with the emulator's current state." },
  'emulator.not-running': { exit: 8, about: 'The command needs the local emulator, which is not running.' },
  'emulator.port-taken': { exit: 8, about: 'A port that the emulator needs is in use by another process.' },
  'emulator.rejected': {
    exit: 12,
    about: 'The emulator rejected a control operation for a reason that has no other code.',
  },
  'emulator.bad-registration': { exit: 3, about: "The app's registration has a value that the platform rejects." },
  'emulator.snapshot-unreadable': {
    exit: 3,
    about: 'The file is not an exported snapshot or is damaged. Nothing was imported.',
  },
  'emulator.unknown-app': { exit: 3, about: 'No app with this key is registered on the emulator.' },
  'emulator.unknown-fault': { exit: 3, about: 'The emulator has no fault with this number.' },
  'emulator.unknown-snapshot': { exit: 3, about: 'The emulator has no snapshot with this name.' },
  'emulator.unknown-operation': { exit: 3, about: 'No operation can be undone, or none sent the given event.' },
  'emulator.unknown-store': { exit: 3, about: 'The emulator has no store with this code.' },

  'gateway.port-taken': { exit: 8, about: 'A port that the gateway or the app needs is in use by another process.' },

  'install.response-lost': {
    exit: 8,
    about: 'The code was sent, but no usable response arrived. A code is single use, so install again.',
  },
  'install.app-running': {
    exit: 3,
    about: '`app dev` runs the app, so the app must exchange the code itself. This install method does not allow that.',
  },
  'install.denied': { exit: 4, about: 'The store owner cancelled the installation.' },
  'install.exchange-rejected': {
    exit: 4,
    about: 'The platform rejected the code exchange (401, the same response for seven causes).',
  },
  'install.no-secret': {
    exit: 4,
    about: "The code exchange needs the app's client secret, which is not on this machine.",
  },
  'install.no-store': { exit: 3, about: 'No test store to install the app in.' },
  'install.no-token': { exit: 4, about: 'The install is on record, but its token is not in the secret store.' },
  'install.not-approved': { exit: 4, about: 'The consent page returned no code.' },
  'install.not-stored': {
    exit: 4,
    about: 'The app is installed, but its token could not be stored. Reinstall the app.',
  },
  'install.paste-invalid': {
    exit: 2,
    about: 'The pasted URL is not the redirect URL that the platform sends the browser to.',
  },
  'install.port-taken': { exit: 8, about: 'The port of the registered redirect URL is in use by another process.' },
  'install.redirect-invalid': {
    exit: 3,
    about: 'The first registered redirect URL is missing, or this tool cannot listen on it.',
  },
  'install.timeout': { exit: 4, about: 'The installation was not approved in time.' },
  'install.unknown': { exit: 4, about: 'No matching install of the app is on record.' },

  'inventory.warehouse-not-owned': {
    exit: 2,
    about: 'The warehouse does not belong to the app in this region. No stock was written.',
  },
  'inventory.no-warehouse': { exit: 3, about: 'The app has no warehouse in this region. No stock was written.' },

  'journal.bad-query': { exit: 2, about: 'The journal accepts only a SELECT over its documented views.' },
  'journal.query-limit': {
    exit: 2,
    about: 'A journal query exceeded its time, memory or result limit and was stopped.',
  },
  'journal.sqlite-too-old': { exit: 3, about: 'The SQLite version built into Node.js is not safe for the journal.' },
  'journal.unknown-delivery': { exit: 2, about: 'The journal has no delivery of this app with that number.' },

  'manifest.rejected': {
    exit: 11,
    about: 'The store admin rejects the manifest and does not open the panel. The result lists the problems.',
  },

  'live.locked': { exit: 3, about: 'Access to the live platform is not allowed. Nothing was sent.' },

  'net.insecure': { exit: 8, about: 'The target is on another machine and does not use https. Nothing was sent.' },
  'net.intercepted': { exit: 8, about: 'A firewall, proxy or gateway responded instead of the platform.' },
  'net.proxy-auth': { exit: 8, about: 'The proxy set in the environment requires a user name and password (407).' },
  'net.proxy-failed': { exit: 8, about: 'The proxy set in the environment did not open a connection.' },
  'net.redirected': {
    exit: 8,
    about:
      'The target responded with a redirect. This tool does not follow it, so that no secret reaches another origin.',
  },
  'net.timeout': { exit: 8, about: 'The target did not respond in time.' },
  'net.tls-off': { exit: 8, about: 'TLS verification is disabled in the environment. Nothing was sent.' },
  'net.too-large': { exit: 8, about: 'The response is too large to be from the platform.' },
  'net.unreachable': { exit: 8, about: 'No connection to the target.' },

  'pin.ambiguous': { exit: 2, about: 'The name matches more than one region. Nothing was done.' },
  'pin.ignored': {
    exit: 2,
    about: 'The install is locked to another region, so the platform would silently ignore the pin. Nothing was sent.',
  },
  'pin.missing': {
    exit: 2,
    about: 'The endpoint needs a region, but no region is given or current. Nothing was sent.',
  },
  'pin.unknown': { exit: 2, about: 'No region of the install or the store has this name. Nothing was done.' },

  'project.invalid': { exit: 3, about: 'app.toml has keys or values that are not allowed.' },
  'project.key-changed': { exit: 3, about: 'The folder was registered under another app key. A key never changes.' },
  'project.live-incomplete': { exit: 3, about: 'app.toml lacks values for the live platform.' },
  'project.malformed': { exit: 3, about: 'app.toml is not TOML, or not UTF-8 text.' },
  'project.not-found': { exit: 3, about: 'No app.toml in this folder or its parents.' },
  'project.not-registered': { exit: 3, about: 'The app is not registered on this target yet.' },
  'project.origin-untrusted': { exit: 3, about: 'The origin in app.toml is not approved to receive secrets.' },
  'project.contains-secret': { exit: 3, about: 'app.toml contains a value that looks like a secret.' },
  'project.unknown-config': { exit: 3, about: 'The project has no app.<name>.toml with this name.' },
  'project.unreadable': { exit: 3, about: 'app.toml cannot be read.' },

  'scaffold.failed': {
    exit: 3,
    about: 'The files of a new app could not be written. Files already written were removed.',
  },
  'scaffold.folder-not-empty': {
    exit: 3,
    about: 'The folder for the new app is not empty. Existing files are never overwritten.',
  },
  'scaffold.install-failed': { exit: 3, about: 'The app was created, but its packages could not be installed.' },
  'scaffold.key-invalid': { exit: 2, about: 'The app key is invalid. Nothing was written.' },

  'status.differs': { exit: 11, about: '`app status --check` found that the registration differs from app.toml.' },

  'storage.broken': { exit: 3, about: 'An svcapp database cannot be opened.' },
  'storage.busy': { exit: 3, about: 'Another process kept an svcapp database locked for too long.' },
  'storage.not-private': { exit: 3, about: 'The state folder belongs to another user or is shared by all users.' },
  'storage.newer': { exit: 3, about: 'A newer version of svcapp wrote the database.' },
  'storage.older': { exit: 3, about: 'The file is from a preview version of svcapp and cannot be read.' },
  'storage.symlink': { exit: 3, about: 'A file or folder to write is a symbolic link.' },
  'storage.unwritable': {
    exit: 3,
    about: 'A file could not be written, because the folder is missing, the disk is full or permission is denied.',
  },

  'store.ambiguous': { exit: 2, about: 'The code matches more than one store. Nothing was done.' },
  'store.unknown': {
    exit: 2,
    about: 'No store on the emulator or among the installs has this code or id. Nothing was done.',
  },

  'testing.closed': { exit: 11, about: 'A test used its platform after closing it.' },
  'testing.failed': { exit: 11, about: "The app's tests fail for at least one install shape." },
  'testing.install-failed': { exit: 11, about: 'The app under test could not be installed.' },
  'testing.no-panel': { exit: 11, about: 'The store admin does not show a panel for the app under test.' },
  'testing.timeout': { exit: 11, about: 'An expected event or call did not arrive in time.' },

  'tunnel.binary-altered': {
    exit: 8,
    about: 'The downloaded cloudflared does not match the pinned checksum. It was not run.',
  },
  'tunnel.download-failed': { exit: 8, about: 'cloudflared is not in PATH and could not be downloaded.' },
  'tunnel.not-open': { exit: 8, about: 'The public address did not reach this machine in time.' },
  'tunnel.rejected': { exit: 8, about: 'Cloudflare rejected the tunnel.' },
  'tunnel.unsupported': { exit: 8, about: 'cloudflared is not available for this system.' },

  'types.stale': { exit: 11, about: 'The types file differs from the output of this version of svcapp.' },

  'upgrade.base-unknown': {
    exit: 3,
    about: 'The template version that created the app is unknown. Nothing was changed.',
  },
  'upgrade.behind': { exit: 11, about: 'The app uses an older template than this version of svcapp.' },
  'upgrade.conflicts': {
    exit: 11,
    about: 'You and the template changed the same lines. The files contain both versions between conflict markers.',
  },
  'upgrade.no-git': { exit: 3, about: 'Git is missing or failed. Nothing was changed.' },
  'upgrade.not-committed': {
    exit: 3,
    about: 'The app has uncommitted changes or is not in a Git repository. Nothing was changed.',
  },
  'upgrade.tool-older': { exit: 3, about: 'A newer version of svcapp created the app. Nothing was changed.' },

  'usage.invalid': { exit: 2, about: 'A flag or argument has a value that is not allowed.' },
  'usage.missing': { exit: 2, about: 'A required value is missing, and the command cannot prompt for it.' },
  'usage.unknown-command': { exit: 2, about: 'Unknown command.' },

  'webhook.wrongly-accepted': { exit: 10, about: 'The app accepted an event that it must reject.' },
  'webhook.bad-address': { exit: 2, about: 'Events can only be sent to loopback addresses. Nothing was sent.' },
  'webhook.link-broken': { exit: 11, about: 'A link between the platform and the app fails, so no event arrives.' },
  'webhook.not-genuine': { exit: 11, about: 'The request is not a genuine delivery of the platform.' },
  'webhook.rejected': { exit: 10, about: 'The app rejected the event.' },
} as const satisfies Record<string, { exit: number; about: string }>

export type ErrorCode = keyof typeof errorCodes
