import type { Explained } from '../explanation.ts'

export const credentials: Explained<'credentials'> = {
  'credentials.broken': {
    causes: ['A full disk or an editor truncated the secrets file.', 'Another program wrote the secrets file.'],
    fix: [
      'Restore the secrets file from a backup.',
      'Without a backup, rename the secrets file, then run `app register` and `app install`.',
    ],
  },
  'credentials.busy': {
    causes: ['Another command is storing secrets, or is waiting for a passphrase in another terminal.'],
    check: ['Look for another `app` command that is waiting.'],
    fix: ['Wait until the other command finishes, or stop it. Then run your command again.'],
  },
  'credentials.locked': {
    causes: [
      'The keychain is locked, and its dialog was closed.',
      'The keychain dialog needs a desktop, which an SSH session lacks.',
    ],
    check: ['Open your keychain in Keychain Access, Seahorse or Credential Manager.'],
    fix: [
      'Unlock the keychain and run the command again.',
      'Without a desktop, set SVCAPP_CREDENTIALS=file and SVCAPP_PASSPHRASE.',
    ],
  },
  'credentials.bad-passphrase': {
    causes: [
      'The credentials file was encrypted with another passphrase.',
      'SVCAPP_PASSPHRASE is not set, and there is no terminal to prompt on.',
      'A new passphrase is too short, or its two entries differ.',
    ],
    example: {
      run: 'SVCAPP_CREDENTIALS=file app token list --json < /dev/null',
      result: 'The encrypted file needs its passphrase, and there is no terminal to prompt on.',
    },
    check: ['Check that SVCAPP_PASSPHRASE is set and has no trailing newline.'],
    fix: [
      'Set SVCAPP_PASSPHRASE, or run the command in a terminal.',
      'If the passphrase is lost, rename the credentials file and reinstall the app.',
    ],
  },
  'credentials.rejected': {
    causes: [
      'SVCAPP_TOKEN or another secret variable is set and overrides the stored secret.',
      'The secret is for the live platform, and the selected secret store is not encrypted.',
      'The keychain rejected the secret or did not store it. Windows cannot store long secrets.',
      'The secret is empty.',
    ],
    example: {
      run: 'SVCAPP_TARGET=live SVCAPP_TOKEN=… app install',
      result: 'SVCAPP_TOKEN is set and overrides every stored token, so a new token would not be used.',
    },
    check: [
      '`app token list` and `app secret list` show where each secret is stored.',
      '`app doctor` tests whether secrets can be stored.',
    ],
    fix: [
      'If a variable overrides the secret, unset the variable.',
      'Or set SVCAPP_CREDENTIALS=file to use the encrypted file.',
    ],
  },
  'credentials.timeout': {
    causes: ['A keychain dialog is open behind another window.', 'The keychain service hangs.'],
    fix: ['Confirm the dialog and run the command again.', 'Or set SVCAPP_CREDENTIALS=file to use the encrypted file.'],
  },
  'credentials.unavailable': {
    causes: [
      'The secret is for the live platform, and this server, container or SSH session has no keychain.',
      'SVCAPP_CREDENTIALS=env is set, so secrets are only read from the environment.',
    ],
    check: ['`app doctor` shows the secret store in use and the reason.'],
    fix: [
      'To use an encrypted file, set SVCAPP_CREDENTIALS=file and SVCAPP_PASSPHRASE. Once the file exists, it is used whenever no keychain is available.',
      'In CI, set SVCAPP_TOKEN, SVCAPP_CLIENT_SECRET and SVCAPP_SIGNING_SECRET. They apply to the live platform, or to the target in SVCAPP_TARGET or SVCAPP_TRUST_ORIGIN.',
    ],
  },
}
