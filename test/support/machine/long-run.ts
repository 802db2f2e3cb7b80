/** Whether this is `npm run test:long`, which has the cases whose promise a quicker test shows as well. */
export const isLong = process.env['SVCAPP_LONG'] === '1'
