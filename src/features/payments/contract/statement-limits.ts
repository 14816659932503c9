/** Longest bank statement, in bytes of UTF-8. */
export const maxStatementBytes = 1_024 * 1_024

/** A statement as JSON: quotes and line breaks take two characters there. */
export const maxStatementBody = 2 * maxStatementBytes + 4_096
