/** Rows of a list in one answer, at most. */
export const maxPage = 1_000
