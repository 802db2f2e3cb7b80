/** Marks a process as the background one. Its child processes do not get this variable. */
export const BACKGROUND = 'SVCAPP_DEV_BACKGROUND'
