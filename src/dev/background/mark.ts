/** Says to a process that it is the one in the background; it reaches nothing that is started by that. */
export const BACKGROUND = 'SVCAPP_DEV_BACKGROUND'
