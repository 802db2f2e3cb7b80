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

/** The pattern of an app key (B7), for editors; `parseAppKey` decides. */
const APP_KEY_PATTERN = '^app\\.[a-z0-9-]+\\.[a-z0-9-]+$'

const scopeList = (about: string): ListShape => ({
  kind: 'list',
  about,
  default: [],
  item: {
    kind: 'text',
    about: 'Name of a scope.',
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

const name = words('The name that people see.')

/** What is wrong with the name of an app, as the end of a sentence; null where nothing is. */
export function whatIsWrongWithName(text: string): string | null {
  return whatIsWrong(name, text)
}

function whatIsWrong(shape: TextShape, text: string): string | null {
  const [problem] = checkShape(shape, text).problems
  return problem === undefined ? null : `${problem.message} Allowed: ${shape.allowed}.`
}

/** What the live platform needs of [targets.live]. */
export type LiveKey = keyof typeof liveKeys

const liveKeys = {
  base_url: baseAddress('Base address of the API.'),
  admin_url: baseAddress('Address of the store admin, which no API response has.'),
  client_id: {
    kind: 'text',
    about: "The app's public identity.",
    pattern: '^cli_',
    allowed: 'the client_id that the developer console shows, cli_…',
    check: (value) => (/^cli_[\w-]+$/.test(value) ? null : 'does not start with cli_.'),
  },
} satisfies Record<string, TextShape>

/** The same for one of these. */
export function whatIsWrongWithLive(key: LiveKey, text: string): string | null {
  return whatIsWrong(liveKeys[key], text)
}

const slot: TableShape = {
  kind: 'table',
  about: 'A place in the store admin or storefront that the app fills.',
  required: ['type', 'path', 'label'],
  keys: {
    type: {
      kind: 'text',
      about: 'fullpage, settings, order-detail, customer-detail, product-detail or storefront-block.',
      allowed: 'a slot type',
    },
    path: { kind: 'text', about: "Relative to the app's root: panel, not /panel.", allowed: 'a relative path' },
    label: words('What the store admin writes on it.'),
  },
}

/** The whole of app.toml. The JSON Schema in schema/ is made from it. */
export const appShape: TableShape = {
  kind: 'table',
  about: 'What the developer says of an app. It never holds a secret.',
  required: ['key', 'name'],
  keys: {
    key: {
      kind: 'text',
      about: 'The identity of the app, app.<company>.<name>; it never changes once the app is registered.',
      pattern: APP_KEY_PATTERN,
      allowed: 'app.<company>.<name> of lowercase letters, digits and hyphens',
      check: (value) => (parseAppKey(value).ok ? null : `is ${shown(value)}, not an app key.`),
    },
    name,
    install_scope: {
      kind: 'text',
      about: 'region: one install and token a region. store: one install and token for all regions of the store.',
      default: 'region',
      oneOf: ['region', 'store'],
    },
    countries: {
      kind: 'list',
      about:
        'Countries that the app is limited to (ISO 3166-1 alpha-2); none for a global app. Chosen once, at creation.',
      default: [],
      item: {
        kind: 'text',
        about: 'Country code.',
        pattern: '^[A-Z]{2}$',
        allowed: 'two capital letters such as TR or DE',
        check: (value) => (/^[A-Z]{2}$/.test(value) ? null : `is ${shown(value)}, not a country code.`),
      },
    },
    price: words('What the app costs, in words that the store owner reads before installing; left out for a free app.'),
    redirect_uris: {
      kind: 'list',
      about: 'Where the platform returns to after an install. Only the first is ever used, compared to the letter.',
      default: ['http://127.0.0.1:3000/auth/callback'],
      atLeast: 1,
      item: {
        kind: 'text',
        about: 'An absolute address without a fragment.',
        allowed: 'an https address, or http on localhost, 127.0.0.1 or [::1], without #',
        check: (value) => {
          const address = checkRedirectUri(value)
          return address.ok ? null : addressWords[address.reason]
        },
      },
    },
    scopes: {
      kind: 'table',
      about: 'Permissions that the app asks for.',
      filled: true,
      keys: {
        required: scopeList('The owner cannot install the app without these.'),
        optional: scopeList('The owner may switch these off.'),
      },
    },
    webhooks: {
      kind: 'table',
      about: 'Events that the platform sends to the app.',
      filled: true,
      keys: {
        path: ownPath('Where the app takes events.', '/webhooks'),
        topics: {
          kind: 'list',
          about: 'Topics that the app subscribes to.',
          default: [],
          item: {
            kind: 'text',
            about: 'Name of a topic.',
            oneOf: topicNames,
          },
        },
        url: webAddress('The public address of that path, when it is not the one of `app dev`.'),
      },
    },
    manifest: {
      kind: 'table',
      about: "The app's own pages inside the store admin. Without this table the app has none.",
      keys: {
        render_mode: {
          kind: 'text',
          about: 'iframe is the only mode of an external app.',
          default: 'iframe',
          oneOf: ['iframe'],
        },
        app_url: webAddress("The app's root; left out, the app on this machine."),
        slots: { kind: 'tables', about: 'Places that the app fills.', item: slot },
      },
    },
    dev: {
      kind: 'table',
      about: 'How `app dev` runs the app on this machine.',
      filled: true,
      keys: {
        command: {
          kind: 'list',
          about: 'Program and arguments; no shell reads them.',
          default: ['npm', 'start'],
          atLeast: 1,
          repeats: true,
          item: {
            kind: 'text',
            about: 'One word.',
            check: (word) => (word === '' ? 'is empty.' : null),
            allowed: 'program and arguments as separate texts',
          },
        },
        port: { kind: 'number', about: 'Where the app listens.', default: 3000, min: 1, max: 65535 },
        install_path: ownPath('Where the app begins an install.', '/auth/start'),
        watch: {
          kind: 'list',
          about:
            'Files and folders of the project; when one changes, `app dev` restarts the app. None for no watching.',
          default: ['src', 'package.json', '.env'],
          item: insidePath,
        },
      },
    },
    check: {
      kind: 'table',
      about: 'What `app check` leaves as it is.',
      filled: true,
      keys: { accepted: acceptedFindings },
    },
    targets: {
      kind: 'table',
      about: 'Platforms beside the emulator.',
      filled: true,
      keys: {
        live: {
          kind: 'table',
          about: 'The live platform. Secrets are kept elsewhere, never here.',
          keys: {
            ...liveKeys,
            tunnel: {
              kind: 'text',
              about:
                'How `app dev` lets the platform in: quick, or the name of a tunnel of your own (with tunnel_url).',
              allowed: 'quick or the name of a tunnel',
              check: (name) => (isTunnelName(name) ? null : `is ${shown(name)}, not the name of a tunnel.`),
            },
            tunnel_url: originAddress('Public address of that tunnel, or of your own way to the gateway.'),
            access: {
              kind: 'text',
              about:
                'What may be done there from this machine: off, read, or write. A write is agreed to each time; SVCAPP_LIVE goes before it.',
              default: 'read',
              oneOf: liveLevels,
            },
          },
        },
      },
    },
  },
}
