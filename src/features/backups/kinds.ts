/** The kinds of durable work of this feature. */
export const createKind = 'backup.create'
export const restoreKind = 'backup.restore'
export const testKind = 'backup.test'

/** All work on one service's files happens one after the other. */
export const serviceKey = (serviceId: string): string => `service:${serviceId}`
