/** Whether this is `npm run test:long`, which also runs slow cases whose promise a quicker test covers too. */
export const isLong = process.env['SVCAPP_LONG'] === '1'
