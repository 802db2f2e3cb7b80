import { kitCodes } from './kit-codes.ts'

/** Every code that `AppError` may carry: what it means and how the process ends.
 * Codes are public: scripts rely on them, so a code is added on purpose and never renamed. `area.reason`, sorted within its area.
 * Exits: 1 unexpected, 2 usage, 3 project or configuration, 4 authentication, 5 scope, 6 payment pending, 7 rate limited,
 * 8 network, port or tunnel, 9 partial failure, 10 the app refused a delivery, 11 a check failed, 12 other API error, 130 interrupted. */
export const errorCodes = {
  ...kitCodes,
  'api.bad-response': { exit: 12, about: 'The response does not have the documented shape; nothing of it was stored.' },
  'api.bad-path': { exit: 2, about: 'The path would leave /api/apps/v1 or the target, so nothing was sent.' },
  'api.bad-upload': { exit: 2, about: 'The platform would not take the file, so nothing was sent.' },
  'api.error': { exit: 12, about: 'The platform refused the request for a reason without its own code here.' },
  'api.forbidden': { exit: 5, about: 'The token lacks the scope that the endpoint requires (403).' },
  'api.partial-failure': { exit: 9, about: 'The platform answered 200, but some rows failed.' },
  'api.payment-pending': { exit: 6, about: 'The app subscription is not active: payment pending (402).' },
  'api.rate-limited': { exit: 7, about: 'The request budget is used up (429).' },
  'api.unauthorized': { exit: 4, about: 'The platform does not accept the token (401).' },

  'chaos.failed': { exit: 11, about: 'Something broke under faults; the result says what.' },
  'chaos.no-app': { exit: 3, about: 'No app runs here that could be brought into trouble.' },
  'chaos.running': { exit: 3, about: 'Another run of faults is at work on this platform.' },

  'check.failed': { exit: 11, about: 'The check of an app found an error, or could not look at everything in time.' },

  'cli.interrupted': { exit: 130, about: 'Stopped by Ctrl-C or a signal.' },
  'cli.old-node': { exit: 3, about: 'The Node that runs this tool is older than it needs.' },
  'cli.output-lost': {
    exit: 3,
    about: 'The output could not be written to stdout, so it is lost or cut off; the disk may be full.',
  },
  'cli.unexpected': { exit: 1, about: 'A bug in this tool.' },

  'credentials.broken': { exit: 3, about: 'A file of secrets is damaged, or was not written by this tool.' },
  'credentials.busy': { exit: 3, about: 'Another process kept the credential store locked for too long.' },
  'credentials.locked': { exit: 4, about: 'The keychain is locked, and nobody unlocked it.' },
  'credentials.bad-passphrase': {
    exit: 4,
    about: 'The passphrase of the encrypted credentials file is wrong, missing or too short.',
  },
  'credentials.rejected': { exit: 4, about: 'The secret store rejected the operation.' },
  'credentials.timeout': { exit: 4, about: 'The keychain did not answer within 3 seconds.' },
  'credentials.unavailable': {
    exit: 3,
    about: 'This machine has no keychain, and no other place for secrets was chosen.',
  },

  'dev.already-running': { exit: 3, about: 'Another `app dev` runs in this project.' },
  'dev.app-failed': { exit: 3, about: "The app's own process ended, or did not answer on its port in time." },
  'dev.install-failed': { exit: 4, about: 'The app could not be installed through its own install page.' },
  'dev.no-event': { exit: 10, about: 'The app was installed, but accepted no event in time.' },
  'dev.published': { exit: 3, about: 'A published app must not get another address; nothing was started.' },
  'dev.untrusted': { exit: 3, about: 'The dev command is new or was changed, and nobody has agreed to run it.' },

  'doctor.failed': { exit: 11, about: 'A check of `app doctor` failed; its result says which, and what to do.' },

  'page.unavailable': { exit: 8, about: 'The page cannot be opened, because nothing serves it.' },

  'embed.no-panel': {
    exit: 3,
    about: 'The manifest opens no panel in the store admin, so there is no address to frame.',
  },
  'embed.rejected': {
    exit: 11,
    about: 'The embed token is not one that an app may accept; its result says at which step.',
  },

  'emulator.ambiguous-event': {
    exit: 2,
    about: 'The given part of an event id fits more than one operation; nothing was done.',
  },
  'emulator.already-running': { exit: 3, about: 'Another emulator runs on the same data folder.' },
  'emulator.bad-request': {
    exit: 2,
    about: 'The request names something that the emulator does not know, or a value that is not allowed.',
  },
  'emulator.conflict': { exit: 2, about: 'The request does not fit the present state of the emulator.' },
  'emulator.not-running': { exit: 8, about: 'The command needs the local emulator, and none is running.' },
  'emulator.port-taken': { exit: 8, about: 'A port that the emulator needs is held by another process.' },
  'emulator.rejected': {
    exit: 12,
    about: 'The emulator refused a control operation for a reason without its own code.',
  },
  'emulator.bad-registration': {
    exit: 3,
    about: 'The registration of the app holds a value that the platform refuses.',
  },
  'emulator.snapshot-unreadable': {
    exit: 3,
    about: 'The file is not an exported snapshot, or is damaged; nothing of it was kept.',
  },
  'emulator.unknown-app': { exit: 3, about: 'No app with this key is registered on the emulator.' },
  'emulator.unknown-fault': { exit: 3, about: 'The emulator has no fault with this number.' },
  'emulator.unknown-snapshot': { exit: 3, about: 'There is no snapshot of the emulator with this name.' },
  'emulator.unknown-operation': { exit: 3, about: 'There is no such operation of the emulator to take back.' },
  'emulator.unknown-store': { exit: 3, about: 'The emulator has no store with this code.' },

  'gateway.port-taken': { exit: 8, about: 'A port that is needed is held by another process.' },

  'install.response-lost': {
    exit: 8,
    about: 'The code was sent, but no usable answer came back. A code is single use: install again.',
  },
  'install.app-running': {
    exit: 3,
    about:
      '`app dev` runs the app, so the app must exchange the code itself, which this way of installing does not allow.',
  },
  'install.denied': { exit: 4, about: 'The store owner cancelled the installation.' },
  'install.exchange-rejected': {
    exit: 4,
    about: 'The platform refused the code exchange (401, one answer for seven causes).',
  },
  'install.no-secret': { exit: 4, about: 'The client secret of the app is not known here, and the exchange needs it.' },
  'install.no-store': { exit: 3, about: 'The app has no test store yet to install it into.' },
  'install.no-token': { exit: 4, about: 'The install is on record, but its token is not in the credential store.' },
  'install.not-approved': { exit: 4, about: 'The consent page did not lead to a code.' },
  'install.not-stored': {
    exit: 4,
    about: 'The app is installed, but its token could not be stored; it must be reinstalled.',
  },
  'install.paste-invalid': {
    exit: 2,
    about: 'The pasted address is not the one that the platform sends the browser to.',
  },
  'install.port-taken': { exit: 8, about: 'The port of the registered redirect address is held by another process.' },
  'install.redirect-invalid': {
    exit: 3,
    about: 'The first registered redirect address is missing or cannot be listened on.',
  },
  'install.timeout': { exit: 4, about: 'Nobody approved the installation in time.' },
  'install.unknown': { exit: 4, about: 'There is no such installation on record.' },

  'inventory.warehouse-not-owned': {
    exit: 2,
    about: 'The named warehouse does not belong to the app in this region, so no stock was written.',
  },
  'inventory.no-warehouse': { exit: 3, about: 'The app has no warehouse in this region, so no stock was written.' },

  'journal.bad-query': { exit: 2, about: 'The journal accepts only a SELECT over its documented views.' },
  'journal.query-limit': {
    exit: 2,
    about: 'A query of the journal took too much time, memory or space and was stopped.',
  },
  'journal.sqlite-too-old': { exit: 3, about: "Node's own SQLite is too old to be safe for the journal." },
  'journal.unknown-delivery': { exit: 2, about: 'The journal holds no delivery of this app with that number.' },

  'manifest.rejected': {
    exit: 11,
    about: 'The store admin opens no panel for the manifest; its result says what is wrong with it.',
  },

  'live.locked': { exit: 3, about: 'The live platform may not be read or written from here; nothing was sent.' },

  'net.insecure': { exit: 8, about: 'The target is neither https nor this machine; nothing was sent.' },
  'net.intercepted': { exit: 8, about: 'A firewall, proxy or gateway responded in place of the platform.' },
  'net.proxy-auth': { exit: 8, about: 'The proxy of the environment requires a name and password (407).' },
  'net.proxy-failed': { exit: 8, about: 'The proxy of the environment did not open a connection.' },
  'net.redirected': {
    exit: 8,
    about: 'The target answered with a redirect; none is followed, so that no secret travels to another origin.',
  },
  'net.timeout': { exit: 8, about: 'The target did not answer in time.' },
  'net.tls-off': { exit: 8, about: 'TLS checks are switched off in the environment; secrets are not sent that way.' },
  'net.too-large': { exit: 8, about: 'The answer is longer than any the platform gives.' },
  'net.unreachable': { exit: 8, about: 'No connection to the target.' },

  'pin.ambiguous': { exit: 2, about: 'The given name fits more than one region; nothing was done.' },
  'pin.ignored': {
    exit: 2,
    about: 'The install is locked to another region, so the platform would silently ignore the pin; nothing was sent.',
  },
  'pin.missing': { exit: 2, about: 'The endpoint needs a region and none is named or current; nothing was sent.' },
  'pin.unknown': { exit: 2, about: 'No region of the install or the store has this name; nothing was done.' },

  'project.invalid': { exit: 3, about: 'app.toml has keys or values that are not allowed.' },
  'project.key-changed': { exit: 3, about: 'The folder was registered under another app key; a key never changes.' },
  'project.live-incomplete': { exit: 3, about: 'app.toml does not say enough about the live platform.' },
  'project.malformed': { exit: 3, about: 'app.toml is not TOML, or not UTF-8 text.' },
  'project.not-found': { exit: 3, about: 'There is no app.toml here or above.' },
  'project.not-registered': { exit: 3, about: 'The app is not registered on this target yet.' },
  'project.origin-untrusted': {
    exit: 3,
    about: 'Nobody has agreed to send secrets to the origin that app.toml names.',
  },
  'project.contains-secret': { exit: 3, about: 'app.toml holds what looks like a secret.' },
  'project.unknown-config': { exit: 3, about: 'The project has no app.<name>.toml with this name.' },
  'project.unreadable': { exit: 3, about: 'app.toml cannot be read.' },

  'scaffold.failed': { exit: 3, about: 'The files of a new app could not be written; what was written is gone again.' },
  'scaffold.folder-not-empty': { exit: 3, about: 'The folder for a new app holds files; nothing is ever overwritten.' },
  'scaffold.install-failed': { exit: 3, about: 'The new app is there, but its packages could not be installed.' },
  'scaffold.key-invalid': { exit: 2, about: 'The app key cannot be used; nothing was written.' },

  'status.differs': { exit: 11, about: 'The registration is not what app.toml has, by `app status --check`.' },

  'storage.broken': { exit: 3, about: 'A database of this tool cannot be opened.' },
  'storage.busy': { exit: 3, about: 'Another process kept a database of this tool locked for too long.' },
  'storage.not-private': { exit: 3, about: 'The state folder belongs to another user, or is shared by all users.' },
  'storage.newer': { exit: 3, about: 'A database was written by a newer version of this tool.' },
  'storage.older': { exit: 3, about: 'A file was written by a preview of this tool, which this version cannot read.' },
  'storage.symlink': { exit: 3, about: 'A symbolic link stands where this tool keeps a file or folder.' },
  'storage.unwritable': {
    exit: 3,
    about: 'A file could not be written: its folder is gone, no space is left, or writing there is not permitted.',
  },

  'store.ambiguous': { exit: 2, about: 'The given code fits more than one store; nothing was done.' },
  'store.unknown': {
    exit: 2,
    about: 'No store has this code or id, on the emulator or among the installs; nothing was done.',
  },

  'testing.closed': { exit: 11, about: 'The platform of a test was used after it was closed.' },
  'testing.failed': { exit: 11, about: "The app's own tests fail for at least one shape of an install." },
  'testing.install-failed': { exit: 11, about: 'The app under test could not be installed.' },
  'testing.no-panel': { exit: 11, about: 'The store admin shows no panel of the app under test.' },
  'testing.timeout': { exit: 11, about: 'What a test waited for did not come in time.' },

  'tunnel.binary-altered': { exit: 8, about: 'The fetched cloudflared is not the pinned file; it was not run.' },
  'tunnel.download-failed': { exit: 8, about: 'cloudflared is not in PATH and could not be fetched.' },
  'tunnel.not-open': { exit: 8, about: 'The public address does not lead to this machine in time.' },
  'tunnel.rejected': { exit: 8, about: 'Cloudflare opens no such tunnel for this machine.' },
  'tunnel.unsupported': { exit: 8, about: 'There is no cloudflared to fetch for this machine.' },

  'types.stale': { exit: 11, about: 'The file of types is not what this version writes.' },

  'upgrade.base-unknown': { exit: 3, about: 'Nothing says which template made the app, so nothing was changed.' },
  'upgrade.behind': { exit: 11, about: 'The app is behind the template of this version.' },
  'upgrade.conflicts': {
    exit: 11,
    about: 'The template and the owner of the app changed the same lines; both are in the files, between marks.',
  },
  'upgrade.no-git': { exit: 3, about: 'Git is not there or did not do what it was asked; nothing was changed.' },
  'upgrade.not-committed': {
    exit: 3,
    about: 'The app has changes that are not committed, or is in no Git repository; nothing was changed.',
  },
  'upgrade.tool-older': { exit: 3, about: 'The app was made by a newer version of this tool; nothing was changed.' },

  'usage.invalid': { exit: 2, about: 'A flag or argument has a value that is not allowed.' },
  'usage.missing': { exit: 2, about: 'A value is missing and there is no terminal to ask on.' },
  'usage.unknown-command': { exit: 2, about: 'There is no such command.' },

  'webhook.wrongly-accepted': { exit: 10, about: 'The app accepted an event that it must reject.' },
  'webhook.bad-address': { exit: 2, about: 'An event is sent to loopback addresses only; nothing was sent.' },
  'webhook.link-broken': { exit: 11, about: 'A link from the platform to the app is broken, so no event arrives.' },
  'webhook.not-genuine': { exit: 11, about: 'The request is not a genuine delivery of the platform.' },
  'webhook.rejected': { exit: 10, about: 'The app refused the event.' },
} as const satisfies Record<string, { exit: number; about: string }>

export type ErrorCode = keyof typeof errorCodes
