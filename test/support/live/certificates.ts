import { getCACertificates, setDefaultCACertificates } from 'node:tls'

import { issueCertificate } from './issue-certificate.ts'
import { names } from './names.ts'

export interface Certificates {
  /** Certificate of the authority, as PEM. */
  readonly ca: string
  readonly key: string
  readonly cert: string
}

let made: Certificates | undefined

/** Returns a certificate for all names, signed by a new authority that this process trusts. Created once per process. */
export function certificates(): Certificates {
  if (made !== undefined) return made
  const authority = { name: 'Test authority', ...issueCertificate({ name: 'Test authority' }) }
  const leaf = issueCertificate({ name: 'platform.test', hosts: Object.values(names), issuer: authority })
  made = { ca: authority.cert, ...leaf }
  setDefaultCACertificates([...getCACertificates('default'), made.ca])
  return made
}
