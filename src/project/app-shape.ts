import { scopeNames } from '../catalog/scopes.ts'
import { topicNames } from '../catalog/topics.ts'
import { parseAppKey } from '../protocol/app-key.ts'
import { checkRedirectUri } from '../protocol/redirect-uri.ts'
import { isTunnelName } from '../text/origins/tunnel-name.ts'
import { acceptedFindings } from './accepted-shape.ts'
import { addressWords, baseAddress, insidePath, originAddress, ownPath, webAddress } from './address-shapes.ts'
import { checkShape, shown } from './check-shape.ts'
import { liveLevels } from './live/live-level.ts'
import type { ListShape, TableShape, TextShape } from './shape.ts'

/** Pattern of an app key (B7) for editors. `parseAppKey` decides. */
const APP_KEY_PATTERN = '^app\\.[a-z0-9-]+\\.[a-z0-9-]+$'

/** Paths that `app dev` watches without `[dev] watch`. */
export const defaultWatch = ['src', 'package.json', '.env']

const scopeList = (about: string): ListShape => ({
  kind: 'list',
  about,
  default: [],
  item: {
    kind: 'text',
    about: 'Scope name.',
    oneOf: scopeNames,
    listedBy: 'app scopes',
  },
})

const words = (about: string): TextShape => ({
  kind: 'text',
  about,
  allowed: 'text of 1 to 100 characters',
  check: (value) => {
    if (value.trim() === '') return 'is empty.'
    return value.length <= 100 ? null : `has ${value.length} characters.`
  },
})

const name = words("The app's display name.")

/** Returns the problem with an app name as the end of a sentence, or null. */
export function whatIsWrongWithName(text: string): string | null {
  return whatIsWrong(name, text)
}

function whatIsWrong(shape: TextShape, text: string): string | null {
  const [problem] = checkShape(shape, text).problems
  return problem === undefined ? null : `${problem.message} Allowed: ${shape.allowed}.`
}

/** Required keys of [targets.live]. */
export type LiveKey = keyof typeof liveKeys

const liveKeys = {
  base_url: baseAddress('Base URL of the API.'),
  admin_url: baseAddress('Store admin URL. No API response contains it.'),
  client_id: {
    kind: 'text',
    about: "The app's client id, which is public.",
    pattern: '^cli_',
    allowed: 'the client_id from the developer console (cli_…)',
    check: (value) => (/^cli_[\w-]+$/.test(value) ? null : 'does not start with cli_.'),
  },
} satisfies Record<string, TextShape>

/** Returns the problem with a value of one of these keys, or null. */
export function whatIsWrongWithLive(key: LiveKey, text: string): string | null {
  return whatIsWrong(liveKeys[key], text)
}

const slot: TableShape = {
  kind: 'table',
  about: 'An app slot in the store admin or storefront.',
  required: ['type', 'path', 'label'],
  keys: {
    type: {
      kind: 'text',
      about: 'Slot type: fullpage, settings, order-detail, customer-detail, product-detail or storefront-block.',
      allowed: 'a slot type',
    },
    path: {
      kind: 'text',
      about: "Path relative to the app's root, such as panel (not /panel).",
      allowed: 'a relative path',
    },
    label: words('Slot label in the store admin.'),
  },
}

/** Shape of the whole app.toml, from which the JSON Schema in schema/ is generated. */
export const appShape: TableShape = {
  kind: 'table',
  about: 'App configuration. It never contains secrets.',
  required: ['key', 'name'],
  keys: {
    key: {
      kind: 'text',
      about: "The app's identity, app.<company>.<name>. It cannot change after registration.",
      pattern: APP_KEY_PATTERN,
      allowed: 'app.<company>.<name> with lowercase letters, digits and hyphens',
      check: (value) => (parseAppKey(value).ok ? null : `is ${shown(value)}, not an app key.`),
    },
    name,
    install_scope: {
      kind: 'text',
      about:
        'Install scope. region: one install and token per region. store: one install and token for all regions of the store.',
      default: 'region',
      oneOf: ['region', 'store'],
    },
    countries: {
      kind: 'list',
      about:
        'Countries that the app is limited to (ISO 3166-1 alpha-2), or an empty list for a global app. The list cannot change after registration.',
      default: [],
      item: {
        kind: 'text',
        about: 'Country code.',
        pattern: '^[A-Z]{2}$',
        allowed: 'two capital letters such as TR or DE',
        check: (value) => (/^[A-Z]{2}$/.test(value) ? null : `is ${shown(value)}, not a country code.`),
      },
    },
    price: words('Price text that the store owner reads before installing. Leave it out for a free app.'),
    redirect_uris: {
      kind: 'list',
      about: 'Redirect URLs after an install. Only the first URL is used, and it must match exactly.',
      default: ['http://127.0.0.1:3000/auth/callback'],
      atLeast: 1,
      item: {
        kind: 'text',
        about: 'Absolute URL without a fragment.',
        allowed: 'an https URL, or an http URL on localhost, 127.0.0.1 or [::1], without #',
        check: (value) => {
          const address = checkRedirectUri(value)
          return address.ok ? null : addressWords[address.reason]
        },
      },
    },
    scopes: {
      kind: 'table',
      about: 'Permissions that the app requests.',
      filled: true,
      keys: {
        required: scopeList('Scopes that the store owner must grant.'),
        optional: scopeList('Scopes that the store owner can decline.'),
      },
    },
    webhooks: {
      kind: 'table',
      about: 'Events that the platform sends to the app.',
      filled: true,
      keys: {
        path: ownPath('Path where the app receives events.', '/webhooks'),
        topics: {
          kind: 'list',
          about: 'Topics that the app subscribes to.',
          default: [],
          item: {
            kind: 'text',
            about: 'Topic name.',
            oneOf: topicNames,
          },
        },
        url: webAddress('Public URL of the webhook path, if it differs from the URL that `app dev` uses.'),
      },
    },
    manifest: {
      kind: 'table',
      about: "The app's pages in the store admin. Without this table the app has no pages there.",
      keys: {
        render_mode: {
          kind: 'text',
          about: 'Render mode. External apps can only use iframe.',
          default: 'iframe',
          oneOf: ['iframe'],
        },
        app_url: webAddress("URL of the app's root. Default: the app on this machine."),
        slots: { kind: 'tables', about: 'App slots in the store admin and storefront.', item: slot },
      },
    },
    dev: {
      kind: 'table',
      about: 'Settings for `app dev`.',
      filled: true,
      keys: {
        command: {
          kind: 'list',
          about: 'Program and arguments. They run without a shell.',
          default: ['npm', 'start'],
          atLeast: 1,
          repeats: true,
          item: {
            kind: 'text',
            about: 'Program or argument.',
            check: (word) => (word === '' ? 'is empty.' : null),
            allowed: 'program and arguments as separate strings',
          },
        },
        port: { kind: 'number', about: "The app's port.", default: 3000, min: 1, max: 65535 },
        install_path: ownPath('Path that starts an install.', '/auth/start'),
        watch: {
          kind: 'list',
          about:
            'Files and folders that `app dev` watches. A change restarts the app. By default, also all sources of a Python, Ruby, Go, Java or C# command. An empty list disables watching.',
          default: defaultWatch,
          item: insidePath,
        },
      },
    },
    check: {
      kind: 'table',
      about: 'Settings for `app check`.',
      filled: true,
      keys: { accepted: acceptedFindings },
    },
    targets: {
      kind: 'table',
      about: 'Platforms in addition to the emulator.',
      filled: true,
      keys: {
        live: {
          kind: 'table',
          about: 'The live platform. Secrets are never stored in this file.',
          keys: {
            ...liveKeys,
            tunnel: {
              kind: 'text',
              about: 'Tunnel of `app dev`: quick, or your tunnel name (with tunnel_url).',
              allowed: 'quick or a tunnel name',
              check: (name) => (isTunnelName(name) ? null : `is ${shown(name)}, not a tunnel name.`),
            },
            tunnel_url: originAddress('Public address that forwards to the gateway.'),
            access: {
              kind: 'text',
              about:
                'Allowed access from this machine: off, read or write. Each write needs a confirmation. SVCAPP_LIVE overrides this key.',
              default: 'read',
              oneOf: liveLevels,
            },
          },
        },
      },
    },
  },
}
