/** The most rows of a list in one answer. */
export const maxPage = 1_000
