/** How long a shared link may live, in seconds. */
export const shareSeconds = { least: 300, most: 30 * 86_400, usual: 7 * 86_400 } as const
