/** Returns the variables of an app that is started without the CLI, with sample values. */
export function appVariables(port: number): Record<string, string> {
  const url = `http://127.0.0.1:${port}`
  return {
    PORT: String(port),
    HOST: '127.0.0.1',
    SVCAPP_APP_KEY: 'app.acme.shop',
    SVCAPP_APP_URL: url,
    SVCAPP_REDIRECT_URI: `${url}/auth/callback`,
    SVCAPP_BASE_URL: 'https://api.example',
    SVCAPP_ADMIN_URL: 'https://admin.example',
    SVCAPP_CLIENT_ID: 'cli_test',
    SVCAPP_CLIENT_SECRET: `cs_${'1'.repeat(32)}`,
    SVCAPP_SIGNING_SECRET: '9f'.repeat(32),
    SVCAPP_TOKEN_KEY: '5e'.repeat(32),
  }
}
