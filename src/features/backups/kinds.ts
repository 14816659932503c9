/** Job kinds of this feature. */
export const createKind = 'backup.create'
export const restoreKind = 'backup.restore'
export const testKind = 'backup.test'

/** Serialises all jobs on one service's files. */
export const serviceKey = (serviceId: string): string => `service:${serviceId}`
