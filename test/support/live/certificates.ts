import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

import { names } from './names.ts'

export interface Certificates {
  /** The authority, as PEM. */
  readonly ca: string
  readonly key: string
  readonly cert: string
}

const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']

let made: Certificates | undefined

/** A certificate for all names, signed by a new authority that this process trusts. Created once per process. */
export function certificates(): Certificates {
  if (made !== undefined) return made
  made = create()
  setDefaultCACertificates([...getCACertificates('default'), made.ca])
  return made
}

function create(): Certificates {
  const dir = mkdtempSync(join(tmpdir(), 'svcapp-ca-'))
  const file = (name: string) => join(dir, name)
  const openssl = (...args: readonly string[]) => execFileSync('openssl', args, { stdio: 'pipe' })
  try {
    writeFileSync(
      file('config'),
      `[req]\ndistinguished_name=name\n[name]\n[ca]\nbasicConstraints=critical,CA:TRUE\n[leaf]\nsubjectAltName=${Object.values(
        names,
      )
        .map((name) => `DNS:${name}`)
        .join(',')}\n`,
    )
    const config = ['-config', file('config')]
    const ca = [...NEW_KEY, ...config, '-extensions', 'ca', '-subj', '/CN=Test authority']
    openssl('req', '-x509', ...ca, '-keyout', file('ca.key'), '-out', file('ca.pem'))
    openssl(
      'req',
      ...NEW_KEY.slice(0, -2),
      ...config,
      '-subj',
      '/CN=platform.test',
      '-keyout',
      file('key'),
      '-out',
      file('csr'),
    )
    const signer = ['-CA', file('ca.pem'), '-CAkey', file('ca.key'), '-CAcreateserial', '-days', '2']
    const extensions = ['-extfile', file('config'), '-extensions', 'leaf']
    openssl('x509', '-req', '-in', file('csr'), ...signer, ...extensions, '-out', file('cert'))
    const [caPem, key, cert] = ['ca.pem', 'key', 'cert'].map((name) => readFileSync(file(name), 'utf8'))
    return { ca: caPem ?? '', key: key ?? '', cert: cert ?? '' }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
