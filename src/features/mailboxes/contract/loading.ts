/** Part of the shell of every page, unlike the other texts. */
export const loading = 'Loading Email Services...'
