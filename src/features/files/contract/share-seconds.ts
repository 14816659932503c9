/** Lifetime of a share link, in seconds. */
export const shareSeconds = { least: 300, most: 30 * 86_400, usual: 7 * 86_400 } as const
