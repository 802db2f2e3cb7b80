/** Environment that a program needs to reach a registry from this machine: proxies and their certificates. */
export const networkEnv: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(process.env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && /^(?:https?_proxy|no_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_\w+)$/i.test(entry[0]),
  ),
)
