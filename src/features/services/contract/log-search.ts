/** Lines of a log that one call answers: as many as the screen shows, or as many as it may ask for. */
export const logLines = { usual: 200, most: 1_000 } as const

/** The longest text that a log is searched for. */
export const longestLogSearch = 200

export const logKinds = ['access', 'error'] as const
export type LogKind = (typeof logKinds)[number]
