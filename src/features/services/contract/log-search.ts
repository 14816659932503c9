/** Log lines per call: the number the screen shows, and the maximum. */
export const logLines = { usual: 200, most: 1_000 } as const

/** Longest text of a log search. */
export const longestLogSearch = 200

export const logKinds = ['access', 'error'] as const
export type LogKind = (typeof logKinds)[number]
