import type { Explained } from '../explanation.ts'

export const credentials: Explained<'credentials'> = {
  'credentials.broken': {
    causes: ['The file was cut off by a full disk or an editor.', 'Another program has written it.'],
    fix: ['Put a copy of it back.', 'Without a copy: move it aside, then `app register` and `app install` again.'],
  },
  'credentials.busy': {
    causes: ['Another command writes secrets, or waits for a passphrase in another terminal.'],
    check: ['Look for another `app` command that waits.'],
    fix: ['Let it end, or stop it, and run this one again.'],
  },
  'credentials.locked': {
    causes: [
      'The keychain is locked, and its dialog was closed.',
      'There is no desktop on which it could ask: SSH, for example.',
    ],
    check: ['Open the keychain of this account: Keychain Access, Seahorse, Credential Manager.'],
    fix: ['Unlock it and run the command again.', 'Without a desktop: SVCAPP_CREDENTIALS=file with a passphrase.'],
  },
  'credentials.bad-passphrase': {
    causes: [
      'The file was encrypted with another passphrase.',
      'SVCAPP_PASSPHRASE is not set, and there is no terminal to ask on.',
      'A new passphrase is too short, or its two entries differ.',
    ],
    example: {
      run: 'SVCAPP_CREDENTIALS=file app token list --json < /dev/null',
      result: 'The encrypted file needs its passphrase, and there is no terminal to ask for it.',
    },
    check: ['Is SVCAPP_PASSPHRASE set here, and without a newline at its end?'],
    fix: [
      'Set SVCAPP_PASSPHRASE, or run the command in a terminal.',
      'A lost passphrase cannot be recovered: move the file aside and install again.',
    ],
  },
  'credentials.rejected': {
    causes: [
      'SVCAPP_TOKEN or another variable is set and takes precedence over every stored secret, so a new one would not be used.',
      'A secret of the live platform is never written into a plain file.',
      'The keychain refused it, or did not return what was written: the one of Windows keeps no long secrets.',
      'The secret is empty.',
    ],
    example: {
      run: 'SVCAPP_TARGET=live SVCAPP_TOKEN=… app install',
      result: 'SVCAPP_TOKEN is set and takes precedence over every stored token.',
    },
    check: [
      '`app token list` and `app secret list` show which place holds what.',
      '`app doctor` tries whether secrets can be kept.',
    ],
    fix: ['Unset the variable for this command.', 'Or choose the encrypted file: SVCAPP_CREDENTIALS=file.'],
  },
  'credentials.timeout': {
    causes: ['A dialog of the keychain waits behind another window.', 'The service behind it hangs.'],
    fix: ['Answer it and run the command again.', 'Or choose the encrypted file: SVCAPP_CREDENTIALS=file.'],
  },
  'credentials.unavailable': {
    causes: [
      'A server, container or SSH session without a keychain, and a secret of the live platform.',
      'SVCAPP_CREDENTIALS=env is set: secrets are read from the environment, and none is stored.',
    ],
    check: ['`app doctor` says which place is used, and why.'],
    fix: [
      'SVCAPP_CREDENTIALS=file with SVCAPP_PASSPHRASE: an encrypted file. Once it exists, it is used wherever there is no keychain.',
      'In CI set SVCAPP_TOKEN, SVCAPP_CLIENT_SECRET and SVCAPP_SIGNING_SECRET. They count for live, or for the target that SVCAPP_TARGET or SVCAPP_TRUST_ORIGIN specifies.',
    ],
  },
}
